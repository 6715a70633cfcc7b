const key = "__proto__";

function positives(obj, target, source, user, name, value) {
  // ruleid: NG-023
  obj.__proto__.admin = true;
  // ruleid: NG-023
  target["__proto__"] = source;
  // ruleid: NG-023
  user.constructor.prototype.role = "admin";
  // ruleid: NG-023
  obj
    .__proto__[name] = value;
  // ruleid: NG-023
  target[key] = source;
  // ruleid: NG-023
  obj.__proto__.count += 1;
}

function negatives(obj, Base, Child, Parent, name) {
  // ok: NG-023
  const o = Object.create(null);
  // ok: NG-023
  if (obj.__proto__ === Base.prototype) {
    return;
  }
  // ok: NG-023
  Child.prototype.__proto__ = Parent.prototype;
  // ok: NG-023
  if (name === "__proto__") return;
  // ok: NG-023
  obj.__proto__ = Base.proto;
  // ok: NG-023
  Object.setPrototypeOf ? Object.setPrototypeOf(obj, name) : (obj.__proto__ = name);
  // ok: NG-023
  const set = function (o, p) { o.__proto__ = p; };
  // ok: NG-023
  const p = { __proto__: null };
  // obj.__proto__.admin = true;
  // ok: NG-023
  return ["obj.__proto__.admin = true", o, p];
}
