const fixed = "this.credits == this.debits";

function positives(users, filter, expr, name, n) {
  // ruleid: NG-019
  users.find({ $where: expr });
  users.find({
    age: 3,
    // ruleid: NG-019
    "$where": "this.name == '" + name + "'",
  });
  // ruleid: NG-019
  filter["$where"] = expr;
  // ruleid: NG-019
  users.find({ age: 3, $where: `this.n > ${n}` });
  // ruleid: NG-019
  filter.$where = expr;
  // ruleid: NG-019
  return users.find().$where(expr);
}

function negatives(users, filter, expr, build) {
  // ok: NG-019
  users.find({ age: { $gt: 3 } });
  // ok: NG-019
  users.find({ $where: "this.credits == this.debits" });
  // ok: NG-019
  users.find({ $where: fixed });
  // users.find({ $where: expr });
  // ok: NG-019
  const $whereClause = build(expr);
  // ok: NG-019
  if (filter["$where"] === undefined) {
    // ok: NG-019
    return "users.find({ $where: expr })";
  }
}
