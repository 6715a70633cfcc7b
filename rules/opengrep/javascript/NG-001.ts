import { Component, Input, Pipe, SecurityContext } from "@angular/core";
import { DomSanitizer } from "@angular/platform-browser";
import DOMPurify from "dompurify";

const ICON = "<svg></svg>";

@Pipe({ name: "safe" })
export class SafePipe {
  constructor(private s: DomSanitizer) {}

  transform(value: string, kind: string) {
    // ruleid: NG-001
    return this.s.bypassSecurityTrustHtml(value);
  }

  icon() {
    // ok: NG-001
    return this.s.bypassSecurityTrustHtml(ICON);
  }
}

@Component({ selector: "app-card", template: "" })
export class CardComponent {
  @Input() text: string;
  page: unknown;

  constructor(private s: DomSanitizer, private http: HttpClient) {}

  ngOnInit() {
    // ruleid: NG-001
    this.page = this.s.bypassSecurityTrustHtml("<b>" + this.text + "</b>");
    // ok: NG-001
    this.page = this.s.sanitize(SecurityContext.HTML, this.text);
    // ok: NG-001
    this.page = this.s.bypassSecurityTrustHtml(DOMPurify.sanitize(this.text));
    // ok: NG-001
    this.page = this.s.bypassSecurityTrustUrl(URL.createObjectURL(blob));
    // ok: NG-001
    this.page = this.s.bypassSecurityTrustHtml("<b>ready</b>");
    this.http.get("/api/notes").subscribe((notes: any) => {
      for (const note of notes) {
        // ruleid: NG-001
        note.html = this.s.bypassSecurityTrustHtml(note.text);
      }
    });
    // ruleid: NG-001
    this.page = this.s.bypassSecurityTrustHtml(bio);
  }

  video(id: string) {
    // ok: NG-001
    return this.s.bypassSecurityTrustResourceUrl("https://player.example.org/" + id);
  }

  width(w: number) {
    // ok: NG-001
    return this.s.bypassSecurityTrustStyle(`width: ${w}px`);
  }
}
