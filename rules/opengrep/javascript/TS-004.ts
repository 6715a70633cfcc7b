import machine from "node:vm";
import { runInNewContext as run } from "vm";
// ruleid: TS-004
import { VM } from "vm2";
// ruleid: TS-004
const { NodeVM } = require('vm2');

function positives(src: string, vm: any) {
  // ruleid: TS-004
  vm.runInNewContext(src);
  // ruleid: TS-004
  const script = new vm.Script(
    src,
    { filename: "a" },
  );
  // ruleid: TS-004
  machine.runInThisContext(src);
  // ruleid: TS-004
  run(src, {});
  return script;
}

function negatives(src: string, pool: any, vm: any, id: string) {
  // ok: TS-004
  pool.run({ job: id });
  // vm.runInNewContext(src)
  // ok: TS-004
  const name = "vm2";
  // ok: TS-004
  vm.runInBand(src);
  // ok: TS-004
  const script = new vm.Script("1 + 1");
  // ok: TS-004
  return ["vm.runInNewContext(src)", name, script];
}
