import DOMPurify from "dompurify";
import { Component, SecurityContext } from "@angular/core";
import { ActivatedRoute } from "@angular/router";
import { DomSanitizer } from "@angular/platform-browser";

const h = location.hash;
// ruleid: NG-021
el.innerHTML = h;
// ok: NG-021
el.textContent = h;

function banner() {
  const params = new URLSearchParams(window.location.search);
  const name = params.get("name");
  // ruleid: NG-021
  document.getElementById("hello")!.innerHTML = "<b>" + name + "</b>";
  // ruleid: NG-021
  document.write("<p>" + document.referrer);
  // ruleid: NG-021
  box.insertAdjacentHTML("beforeend", `<li>${decodeURIComponent(location.hash.slice(1))}</li>`);
  // ruleid: NG-021
  $("#hello").html(params.get("html"));
  // ok: NG-021
  $("#hello").text(params.get("html"));
  // ok: NG-021
  box.innerHTML = DOMPurify.sanitize(location.hash);
  // ok: NG-021
  box.innerHTML = `<p>${Number(params.get("page"))}</p>`;
  // ok: NG-021
  box.innerHTML = `<a href="/x?n=${encodeURIComponent(name)}">next</a>`;
  // ok: NG-021
  box.innerHTML = "location.hash";
  show(name);
}

function show(text) {
  // ruleid: NG-021
  panel.innerHTML += "<p>" + text + "</p>";
}

window.addEventListener("message", (event: MessageEvent) => {
  // ruleid: NG-021
  frame.srcdoc = event.data.page;
});

@Component({ selector: "app-search", template: "" })
export class SearchComponent {
  value: unknown;

  constructor(private route: ActivatedRoute, private sanitizer: DomSanitizer) {}

  ngOnInit() {
    const query: string = this.route.snapshot.queryParams["q"];
    // ruleid: NG-021
    this.value = this.sanitizer.bypassSecurityTrustHtml(query);
    // ok: NG-021
    this.value = this.sanitizer.sanitize(SecurityContext.HTML, query);
    this.route.queryParams.subscribe((params) => {
      // ruleid: NG-021
      this.value = this.sanitizer.bypassSecurityTrustHtml(`<b>${params.q}</b>`);
    });
    const tab = this.route.snapshot.queryParamMap.get("tab");
    const view = tab === "b" ? "b" : "a";
    // ok: NG-021
    this.value = this.sanitizer.bypassSecurityTrustHtml(view);
  }
}

function load(target: HTMLElement, source: string) {
  const parameters = new URLSearchParams(window.location.search);
  const address = source + "?" + parameters.toString();
  fetch(address)
    .then((answer) => answer.text())
    .then((text) => {
      // ok: NG-021
      target.innerHTML = text;
    });
  const page = parameters.get("page");
  fetch(page)
    .then((answer) => answer.text())
    .then((text) => {
      // ruleid: NG-021
      target.innerHTML = text;
    });
  fetch(location.hash.slice(1))
    .then((answer) => answer.text())
    .then((text) => {
      // ruleid: NG-021
      target.innerHTML = text;
    });
}

function ajax(settings: any, element: any, text: string) {
  const address = settings.url || location.href;
  jQuery.lastModified[address] = address;
  // ok: NG-021
  element.innerHTML = jQuery.htmlPrefilter(text);
  // ruleid: NG-021
  element.innerHTML = jQuery.htmlPrefilter(address);
}
