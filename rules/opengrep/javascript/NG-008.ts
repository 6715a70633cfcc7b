import express, { Request, Response } from "express";
import { redirect } from "next/navigation";
import { NextResponse } from "next/server";

const app = express();
const BASE = "https://app.example.org";
const PATHS = { home: "/home", cart: "/cart" };

app.get("/login", (req, res) => {
  const next = req.query.next as string;
  if (req.query.kind === "a") {
    // ruleid: NG-008
    return res.redirect(next);
  }
  if (next.startsWith("/")) {
    // Also //evil.example starts so.
    // ruleid: NG-008
    return res.redirect(302, next || "/");
  }
  if (new URL(next, BASE).origin === BASE) {
    // ok: NG-008
    return res.redirect(next);
  }
  // ok: NG-008
  res.redirect("/users/" + req.params.id);
  // ok: NG-008
  res.redirect(`/login?next=${encodeURIComponent(next)}`);
  // ok: NG-008
  res.redirect(BASE + "/x/" + next);
  // ok: NG-008
  res.redirect(PATHS[req.query.to as string]);
  // ok: NG-008
  res.redirect("/home");
});

app.get("/kind", (req: Request, res: Response) => {
  const to = String(req.query.to);
  if (!["/home", "/cart"].includes(to)) return res.sendStatus(400);
  // `allow-list`: one of two paths.
  // todook: NG-008
  res.redirect(to);
});

app.get("/header", (req, res) => {
  // ruleid: NG-008
  res.setHeader("Location", req.query.u);
  // ruleid: NG-008
  res.writeHead(302, { Location: req.query.u });
  res.end();
});

export async function GET(request: Request) {
  const to = new URL(request.url).searchParams.get("to");
  if (to === "a") {
    // ok: NG-008
    redirect(to);
  }
  // ruleid: NG-008
  return NextResponse.redirect(to);
}

router.get("/k", async (ctx) => {
  // ruleid: NG-008
  ctx.redirect(ctx.query.to);
});

// In the page.
const params = new URLSearchParams(location.search);
// ruleid: NG-008
window.location.href = params.get("next");
// ruleid: NG-008
location.replace(decodeURIComponent(location.hash.slice(1)));
// ruleid: NG-008
window.open(this.route.snapshot.queryParams["url"]);
// ok: NG-008
window.location.href = "/login" + location.search;
// ok: NG-008
location.href = "/x?n=" + encodeURIComponent(location.hash);
// ok: NG-008
location.hash = params.get("tab");
