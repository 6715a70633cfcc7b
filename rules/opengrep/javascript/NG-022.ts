const APP = "https://app.example.org";
const ALLOWED = new Set([APP]);

// ruleid: NG-022
window.addEventListener("message", (e) => { use(e.data); });
// ok: NG-022
window.addEventListener("message", (e) => { if (e.origin !== APP) return; use(e.data); });

// ruleid: NG-022
window.addEventListener("message", (event: MessageEvent) => {
  const { kind, text } = event.data;
  if (kind === "text") {
    show(text);
  }
});

// ruleid: NG-022
window.addEventListener("message", ({ data }) => run(data.command));

// ruleid: NG-022
window.addEventListener("message", function (event) {
  if (event.data === "close") {
    dialog.close();
  }
}, false);

// ruleid: NG-022
window.onmessage = (event) => {
  state = JSON.parse(event.data);
};

function receive(event) {
  state = event.data;
}

// ruleid: NG-022
window.addEventListener("message", receive);

function receiveChecked(event) {
  if (event.origin === APP) {
    state = event.data;
  }
}

// ok: NG-022
window.addEventListener("message", receiveChecked);

// ok: NG-022
window.addEventListener("message", (event) => {
  if (ALLOWED.has(event.origin)) {
    state = event.data;
  }
});

// ok: NG-022
window.addEventListener("message", (event) => {
  if (event.source !== frame.contentWindow) return;
  state = event.data;
});

// ok: NG-022
window.addEventListener("message", () => {
  count += 1;
});

// ok: NG-022
worker.addEventListener("message", (event) => {
  state = event.data;
});

// ok: NG-022
socket.onmessage = (event) => {
  state = event.data;
};

@Component({ selector: "app-frame", template: "" })
export class FrameComponent {
  // ruleid: NG-022
  @HostListener("window:message", ["$event"]) receive(event) {
    this.state = event.data;
  }

  // ok: NG-022
  @HostListener("window:resize", ["$event"]) resize(event) {
    this.state = event.data;
  }
}

// ok: NG-022
window.addEventListener("resize", (event) => {
  use(event.data);
});
