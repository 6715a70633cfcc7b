import express from "express";
import { exec, execFile, spawn } from "child_process";
import * as cp from "node:child_process";
import util from "util";
import { Client } from "ssh2";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const app = express();
const run = util.promisify(exec);
const COMMANDS = { disk: "df -h", memory: "free -m" };

app.get("/ping", (req, res) => {
  const host = req.query.host;
  // ruleid: TS-017
  exec("ping -c 1 " + host, (error, out) => res.type("text").send(out));
  // ruleid: TS-017
  cp.execSync(`traceroute ${host}`);
  // ruleid: TS-017
  spawn("sh", ["-c", "nslookup " + host]);
  // ruleid: TS-017
  spawn("ping", [req.body.host], { shell: true });
  // ok: TS-017
  execFile("ping", ["-c", "1", String(host)]);
  // ok: TS-017
  exec(`ping -c ${parseInt(req.query.n as string, 10)} localhost`);
  // ok: TS-017
  exec(COMMANDS[req.query.what as string]);
});

app.post("/convert", async (req, res) => {
  const { file, tool } = req.body;
  // ruleid: TS-017
  await util.promisify(exec)(`convert ${file} out.png`);
  // ruleid: TS-017
  execFile(tool, ["--version"]);
  if (tool === "git") {
    // `equality`: one known word.
    // ok: TS-017
    execFile(tool, ["status"]);
  }
  if (!/^[a-z]+$/.test(file)) {
    return res.sendStatus(400);
  }
  // `full-match`: letters only.
  // todook: TS-017
  exec("rm " + file);
  // ok: TS-017
  const parts = /a(.*)/.exec(file);
  // ok: TS-017
  await Model.find({ name: file }).exec();
  res.json(parts);
});

app.post("/deploy", ({ body }, res) => {
  restart(body.service);
  res.end();
});

function restart(unit) {
  const ssh = new Client();
  // ruleid: TS-017
  ssh.exec("systemctl restart " + unit, () => {});
}

wss.on("connection", (ws) => {
  ws.on("message", (data) => {
    // ruleid: TS-017
    exec(data.toString());
  });
});

const server = new McpServer({ name: "shell", version: "1" });
server.tool("shell", "Runs a command", { command: z.string(), depth: z.number() }, async ({ command }) => {
  // ruleid: TS-017
  const out = cp.execSync(command).toString();
  return { content: [{ type: "text", text: out }] };
});
server.registerTool("disk", { inputSchema: { path: z.string() } }, async (args) => {
  // ok: TS-017
  const out = cp.execFileSync("du", ["-s", "--", args.path]).toString();
  return { content: [{ type: "text", text: out }] };
});

export async function agent(openai, question) {
  const answer = await openai.chat.completions.create({ messages: [{ role: "user", content: question }] });
  // ruleid: TS-017
  return exec(answer.choices[0].message.content);
}

export function local(dir) {
  // ok: TS-017
  return exec(`ls ${dir}`);
}
