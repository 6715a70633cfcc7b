import { execFile, spawn } from "node:child_process";
import simpleGit from "simple-git";

app.post("/clone", async (req, res) => {
  const url = req.body.url;
  // ruleid: TS-030
  execFile("git", ["clone", url], () => {});
  // ruleid: TS-030
  spawn("/usr/bin/curl", ["-s", req.query.u]);
  const git = simpleGit();
  // ruleid: TS-030
  await git.clone(url);
  // ok: TS-030
  execFile("git", ["clone", "--", url], () => {});
  // ok: TS-030
  execFile("git", ["log", `--author=${url}`], () => {});
  // ok: TS-030
  execFile("ping", ["-c", "1", req.query.h], () => {});
  // ok: TS-030
  execFile("git", ["log", "-n", String(Number(req.query.n))], () => {});
  if (url.startsWith("-")) return res.sendStatus(400);
  // ok: TS-030
  execFile("git", ["fetch", url], () => {});
});

server.tool("log", { branch: z.string() }, async ({ branch }) => {
  // ruleid: TS-030
  execFile("git", ["log", branch], () => {});
});
