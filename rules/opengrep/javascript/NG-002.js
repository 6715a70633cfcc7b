import DOMPurify from "dompurify";

const ICON = '<i class="icon"></i>';

// ruleid: NG-002
el.innerHTML = bio;
// ok: NG-002
el.textContent = bio;

function row(user, count) {
  // ruleid: NG-002
  list.innerHTML += "<li>" + user.name + "</li>";
  const html = `<p>${user.text}</p>`;
  // ruleid: NG-002
  node.outerHTML = html;
  // ruleid: NG-002
  document.write("<h1>" + user.title + "</h1>");
  // ok: NG-002
  list.innerHTML = "";
  // ok: NG-002
  list.innerHTML = ICON + `<b>${user.items.length}</b>`;
  // ok: NG-002
  list.innerHTML = DOMPurify.sanitize(user.text);
  // ok: NG-002
  list.innerHTML = escapeHtml(user.name);
  // ok: NG-002
  button.innerHTML = user.open ? "hide" : "show";
  // ok: NG-002
  const kept = list.innerHTML;
  // ok: NG-002
  list.innerHTML = kept;
}

async function load() {
  const answer = await fetch("/api/news");
  const news = await answer.json();
  // ruleid: NG-002
  panel.innerHTML = news.map((item) => `<li>${item.title}</li>`).join("");
  axios.get("/api/user").then((user) => {
    // ruleid: NG-002
    panel.innerHTML = user.data.bio;
  });
  // ruleid: NG-002
  panel.innerHTML = localStorage.getItem("draft");
}
