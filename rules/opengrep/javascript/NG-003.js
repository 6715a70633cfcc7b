const vm = require("vm");

// ruleid: NG-003
new Function(src)();
// ok: NG-003
handlers[name]();
// ok: NG-003
const root = new Function("return this")();

function calculate(formula, redis) {
  // ruleid: NG-003
  const value = eval("(" + formula + ")");
  // ruleid: NG-003
  const f = new Function("a", "b", "return " + formula);
  // ruleid: NG-003
  vm.runInNewContext(formula, {});
  // ok: NG-003
  redis.eval("return 1", 1, formula);
  // ok: NG-003
  eval("1 + 2");
  // ok: NG-003
  return [value, f, JSON.parse(formula)];
}

const evaluate = async (page, selector) => {
  // ok: NG-003
  const links = await page.$$eval(selector, (els) => els.length);
  const text = localStorage.getItem("script");
  // ruleid: NG-003
  window.eval(text);
  return links;
};

const fixed = "2 * 3";
// ok: NG-003
eval(fixed);
