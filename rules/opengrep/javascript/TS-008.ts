import express, { Request, Response } from "express";
import axios from "axios";
import got from "got";
import https from "https";
import { Body, Controller, Post } from "@nestjs/common";
import { HttpService } from "@nestjs/axios";
import puppeteer from "puppeteer";

const app = express();
const CATALOG_URL = "https://catalog.example.org";
const HOSTS = ["a.example.org", "b.example.org"];
const FEEDS = { news: "https://news.example.org/rss" };

app.get("/proxy", async (req, res) => {
  // ruleid: TS-008
  const one = await axios.get(req.query.url);
  const target = req.body.webhook as string;
  // ruleid: TS-008
  const two = await fetch(target, { method: "POST" });
  // ruleid: TS-008
  const three = await axios({ method: "get", url: `https://${req.params.host}/status` });
  // ruleid: TS-008
  https.get("https://api.example.org" + req.query.path, () => {});
  // ruleid: TS-008
  https.request({ hostname: req.query.host, path: "/" });
  // ruleid: TS-008
  await got.post(target, { json: {} });
  // ok: TS-008
  await fetch(`https://api.example.org/users/${req.params.id}`);
  // ok: TS-008
  await axios.get("https://api.example.org/search?q=" + req.query.q);
  // ok: TS-008
  await axios.get(`${CATALOG_URL}/items/${req.params.id}`);
  // ok: TS-008
  await axios.get(process.env.API + "/items/" + req.params.id);
  // ok: TS-008
  await axios.post(CATALOG_URL, req.body, { params: { u: target } });
  // ok: TS-008
  await axios.get(FEEDS[req.query.feed as string]);
  res.json([one.data, two, three.data]);
});

app.get("/checked", async (req: Request, res: Response) => {
  const url = new URL(req.query.url as string);
  if (!HOSTS.includes(url.hostname)) {
    return res.sendStatus(400);
  }
  // ok: TS-008
  await fetch(url);
  const other = req.query.other as string;
  if (!other.startsWith("https://good.example")) {
    return res.sendStatus(400);
  }
  // good.example.evil.example starts so too.
  // ruleid: TS-008
  await fetch(other);
  const host = req.query.host as string;
  if (host === "a.example.org" || host === "b.example.org") {
    // `allow-list`: one of two hosts.
    // ok: TS-008
    await fetch(`https://${host}/`);
  }
  res.end();
});

@Controller("hooks")
export class Hooks {
  constructor(private readonly httpService: HttpService) {}

  @Post()
  call(@Body() body: HookDto) {
    // ruleid: TS-008
    return this.httpService.get(body.url);
  }
}

export async function POST(request: Request) {
  const { page } = await request.json();
  const browser = await puppeteer.launch();
  const tab = await browser.newPage();
  // ruleid: TS-008
  await tab.goto(page);
  return Response.json({ title: await load(page) });
}

async function load(address: string) {
  // ruleid: TS-008
  const answer = await fetch(address);
  return answer.text();
}

server.tool("fetch", { url: z.string() }, async ({ url }) => {
  // ruleid: TS-008
  const answer = await fetch(url);
  return { content: [{ type: "text", text: await answer.text() }] };
});
