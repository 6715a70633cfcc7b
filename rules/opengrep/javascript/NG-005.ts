import { Component, ElementRef, Input, SecurityContext, ViewChild } from "@angular/core";

@Component({ selector: "app-box", template: "<div #box></div>" })
export class BoxComponent {
  @ViewChild("box") box: ElementRef;
  @Input() text: string;

  constructor(private sanitizer: DomSanitizer, private http: HttpClient) {}

  ngAfterViewInit() {
    // ruleid: NG-005
    this.box.nativeElement.innerHTML = this.text;
    // ok: NG-005
    this.box.nativeElement.innerHTML = "";
    // ok: NG-005
    this.box.nativeElement.innerHTML = this.sanitizer.sanitize(SecurityContext.HTML, this.text);
    // ok: NG-005
    this.box.nativeElement.textContent = this.text;
    // ok: NG-005
    this.box.nativeElement.focus();
    this.http.get("/api/help").subscribe((help: any) => {
      // ruleid: NG-005
      this.box.nativeElement.innerHTML = `<p>${help.text}</p>`;
    });
  }

  show(message: string, count: number) {
    // ruleid: NG-005
    this.box.nativeElement.innerHTML += "<p>" + message + "</p>";
    // ok: NG-005
    this.box.nativeElement.innerHTML = "<p>" + count + "</p>";
  }
}
