import express, { Request, Response } from "express";
import _ from "lodash";
import { z } from "zod";

const app = express();
const Profile = z.object({ name: z.string() }).strict();

app.post("/users", async (req, res) => {
  // ruleid: TS-003
  const one = await User.create(req.body);
  const body = req.body;
  // ruleid: TS-003
  await User.findByIdAndUpdate(req.params.id, { ...body }, { new: true });
  // ruleid: TS-003
  await User.updateOne({ _id: req.params.id }, { $set: req.body });
  // ruleid: TS-003
  await prisma.user.update({ where: { id: 1 }, data: req.body });
  const user = await User.findById(req.params.id);
  // ruleid: TS-003
  Object.assign(user, req.body);
  // ruleid: TS-003
  _.merge(user, body);
  // ok: TS-003
  await User.create({ name: req.body.name, mail: body.mail });
  const { name, mail } = req.body;
  // ok: TS-003
  await User.create({ name, mail });
  // ok: TS-003
  await User.create(_.pick(req.body, ["name", "mail"]));
  // ok: TS-003
  await User.create(Profile.parse(req.body));
  // ok: TS-003
  const copy = Object.assign({}, req.body);
  // ok: TS-003
  await userService.create(req.body);
  // ok: TS-003
  await axios({ method: "post", url: HOOK, data: req.body });
  res.json([one, copy]);
});

app.post("/notes", async ({ body }: Request, res: Response) => {
  // ruleid: TS-003
  const note = new Note(body);
  await note.save();
  res.json(note);
});
