import express from "express";
import vm from "vm";
import { VM } from "vm2";

const app = express();
const OPERATIONS = { sum: (a, b) => a + b };

app.post("/calc", (req, res) => {
  // ruleid: TS-018
  const value = eval(req.body.expression);
  const { code } = req.body;
  // ruleid: TS-018
  const f = new Function("x", `return ${code}`);
  // ruleid: TS-018
  vm.runInNewContext(code, {});
  // ruleid: TS-018
  new vm.Script(code).runInThisContext();
  const box = new VM();
  // ruleid: TS-018
  box.run(code);
  // ruleid: TS-018
  setTimeout("tick(" + req.query.n + ")", 10);
  // ok: TS-018
  setTimeout(() => console.log(req.query.n), 10);
  // ok: TS-018
  const data = JSON.parse(req.body.text);
  // ok: TS-018
  const result = OPERATIONS[req.body.op](data.a, data.b);
  // ok: TS-018
  eval(`${Number(req.query.n)} * 2`);
  res.json([value, f, result]);
});

app.get("/model", async (req, res) => {
  const answer = await openai.responses.create({ model: "m", input: req.query.q });
  // ruleid: TS-018
  res.json(eval(answer.output_text));
});

// In the page.
const params = new URLSearchParams(location.search);
// ruleid: TS-018
eval(params.get("run"));
window.addEventListener("message", (event) => {
  // ruleid: TS-018
  eval(event.data);
});
// ok: TS-018
eval("location.hash");
