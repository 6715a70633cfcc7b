import express, { Request, Response } from "express";
import fs, { createReadStream } from "fs";
import { promises as fsp } from "node:fs";
import path from "path";
import sanitize from "sanitize-filename";

const app = express();
const DIR = "/srv/files";
const PAGES = { help: "help.html" };

app.get("/files/:name", (req, res) => {
  // ruleid: NG-020
  res.sendFile(path.join(DIR, req.params.name));
  // ruleid: NG-020
  res.download(DIR + "/" + req.query.f);
  // ok: NG-020
  res.sendFile(req.params.name, { root: DIR });
  // ok: NG-020
  res.sendFile("help.pdf", { root: req.app.get("root") });
});

app.get("/read", async (req: Request, res: Response) => {
  const name = req.query.name as string;
  // ruleid: NG-020
  const text = fs.readFileSync(`${DIR}/${name}`, "utf8");
  // ruleid: NG-020
  await fsp.writeFile(path.resolve(DIR, req.body.to), text);
  // ruleid: NG-020
  createReadStream(req.query.f as string).pipe(res);
  // ruleid: NG-020
  fs.renameSync("/tmp/upload", path.join(DIR, req.body.to));
  // ok: NG-020
  fs.readFile(path.join(DIR, path.basename(name)), () => {});
  // ok: NG-020
  fs.unlink(path.join(DIR, sanitize(name)), () => {});
  // ok: NG-020
  fs.unlink(path.join(DIR, name.replace(/[^a-z0-9]/gi, "_")), () => {});
  // ok: NG-020
  fs.readFileSync(path.join(DIR, PAGES[name]));
  // ok: NG-020
  fs.readFileSync(`${DIR}/${Number(req.query.id)}.json`);
  // ok: NG-020
  fs.writeFileSync(path.join(DIR, "last.txt"), name);
});

app.get("/checked", (req, res) => {
  const file = path.resolve(DIR, String(req.query.f));
  if (!file.startsWith(DIR + path.sep)) {
    return res.sendStatus(403);
  }
  // ok: NG-020
  res.sendFile(file);
});

app.get("/dots", (req, res) => {
  const name = String(req.query.name);
  if (name.includes("..")) return res.sendStatus(403);
  // ok: NG-020
  fs.readFileSync(path.join(DIR, name));
  // An absolute path replaces the folder.
  // ruleid: NG-020
  fs.readFileSync(path.resolve(DIR, name));
  const kind = String(req.query.kind);
  if (!["a", "b"].includes(kind)) return res.sendStatus(400);
  // `allow-list`: one of two words.
  // todook: NG-020
  res.sendFile(path.join(DIR, kind));
});

app.get("/keys/:file", ({ params }: Request, res: Response, next) => {
  const file = params.file;
  if (!file.includes("/")) {
    // ok: NG-020
    res.sendFile(path.resolve("keys/", file));
  } else {
    next();
  }
});

app.post("/upload", upload.single("file"), async (req, res) => {
  // ruleid: NG-020
  await fs.promises.rename(req.file.path, path.join(DIR, req.file.originalname));
  // The name that multer made.
  // ok: NG-020
  await fs.promises.unlink(path.join(DIR, req.file.filename));
  // ok: NG-020
  fs.writeFileSync(`uploads/${hash(req.file.buffer)}`, req.file.buffer);
  // ruleid: NG-020
  res.render(req.body.view);
});

export const remove = () => ({ params }: Request, res: Response) => {
  erase(params.file);
  res.end();
};

function erase(file: string) {
  // ruleid: NG-020
  fs.rmSync(`uploads/${file}`);
}

server.registerTool("read", {}, async ({ file }) => {
  // ruleid: NG-020
  const text = await fsp.readFile(path.join("notes", file), "utf8");
  return { content: [{ type: "text", text }] };
});
