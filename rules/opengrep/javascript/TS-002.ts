import express, { Request, Response } from "express";
import mongoSanitize from "express-mongo-sanitize";
import mongoose from "mongoose";
import { z } from "zod";

const app = express();
const Login = z.object({ mail: z.string(), password: z.string() });

app.post("/login", async (req, res) => {
  // ruleid: TS-002
  const one = await User.findOne({ mail: req.body.mail, password: req.body.password });
  const { name, age } = req.body;
  // ruleid: TS-002
  const two = await User.find({ name }).lean();
  // ruleid: TS-002
  await User.findOne(req.body);
  // ruleid: TS-002
  await User.findOne(JSON.parse(req.headers.filter as string));
  // ruleid: TS-002
  await User.updateOne(req.body.filter, { $set: { seen: true } });
  // ruleid: TS-002
  await db.collection("logs").deleteMany({ day: req.query.day });
  // ruleid: TS-002
  await User.find({ $where: `this.name == '${req.params.name}'` });
  // ok: TS-002
  await User.findOne({ mail: String(req.body.mail) });
  // A route parameter is a text.
  // ok: TS-002
  await User.findOne({ _id: req.params.id });
  // ok: TS-002
  await User.findOne({ _id: new mongoose.Types.ObjectId(req.body.id) });
  // ok: TS-002
  await User.findOne({ mail: { $eq: req.body.mail } });
  const form = Login.parse(req.body);
  // ok: TS-002
  await User.findOne({ mail: form.mail });
  // ok: TS-002
  await User.findOne(mongoSanitize.sanitize(req.body));
  // ok: TS-002
  await User.find({ age: { $gt: Number(age) } });
  // ok: TS-002
  const hit = req.body.items.find((item) => item.open);
  // ok: TS-002
  await Answer.findOne({ include: [{ model: Account, where: { mail: req.body.mail } }] });
  // Sequelize has its own rules.
  // ok: TS-002
  await Account.findOne({ where: { mail: req.body.mail } });
  res.json([one, two, hit]);
});

app.post("/typed", async (req: Request, res: Response) => {
  const mail = req.body.mail;
  if (typeof mail !== "string") {
    return res.sendStatus(400);
  }
  // ok: TS-002
  res.json(await User.findOne({ mail }));
});

export const update = () => async ({ body }: Request, res: Response) => {
  res.json(await change(body.id));
};

async function change(id) {
  // ruleid: TS-002
  return db.reviews.update({ _id: id }, { $set: { read: true } });
}

io.on("connection", (socket) => {
  socket.on("find", async (filter, done) => {
    // ruleid: TS-002
    done(await messages.findOne(filter));
  });
});
