import DOMPurify from "dompurify";
import React from "react";

// ruleid: NG-010
el.insertAdjacentHTML("beforeend", row);
// ok: NG-010
el.append(row);

function add(message, items) {
  // ruleid: NG-010
  log.insertAdjacentHTML("beforeend", `<li>${message.text}</li>`);
  // ruleid: NG-010
  frame.srcdoc = message.page;
  const range = document.createRange();
  // ruleid: NG-010
  log.append(range.createContextualFragment("<b>" + message.text + "</b>"));
  // ruleid: NG-010
  $("#log").append("<li>" + message.text + "</li>");
  // ok: NG-010
  log.insertAdjacentHTML("beforeend", "<hr>");
  // ok: NG-010
  log.insertAdjacentHTML("beforeend", DOMPurify.sanitize(message.text));
  // ok: NG-010
  log.insertAdjacentText("beforeend", message.text);
  // ok: NG-010
  log.insertAdjacentHTML("beforeend", `<b>${items.length}</b>`);
}

const Content = Backbone.View.extend({
  show: function (param) {
    // ruleid: NG-010
    this.$el.find(".content").html("test:" + param);
    // ruleid: NG-010
    this.$list.html("<li>" + param + "</li>");
    // ok: NG-010
    this.$el.find(".content").text("test:" + param);
    // ok: NG-010
    this.$el.html("<p>Empty</p>");
    // ok: NG-010
    this.$el.html($("<i>", { class: param }));
    // ok: NG-010
    this.$el.html(view.render(param).el);
    // ok: NG-010
    this.items.append("<li>" + param + "</li>");
  },
});

export const Post = ({ post, ...rest }) => {
  const schema = { name: post.title };
  return (
    <article>
      {/* ruleid: NG-010 */}
      <div dangerouslySetInnerHTML={{ __html: post.body }} />
      {/* ok: NG-010 */}
      <div dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(post.body) }} />
      {/* ok: NG-010 */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: JSON.stringify(schema) }} />
      {/* ok: NG-010 */}
      <p>{post.title}</p>
    </article>
  );
};
