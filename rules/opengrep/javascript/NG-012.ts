import { exec, execFile, execSync, spawn } from "node:child_process";
import { promisify } from "util";
import cp from "child_process";
import { quote } from "shell-quote";

const execAsync = promisify(exec);
const ROOT = "/srv";

// ruleid: NG-012
exec(`ls ${dir}`);
// ok: NG-012
execFile("ls", [dir]);

export function build(target: string, jobs: number) {
  const line = "make " + target;
  // ruleid: NG-012
  execSync(line, { stdio: "inherit" });
  // ruleid: NG-012
  spawn("make", [target], { shell: true });
  // ruleid: NG-012
  spawn("bash", ["-c", `make ${target}`]);
  // todook: NG-012
  execSync(`make -j${jobs} -C ${ROOT}`);
  // ok: NG-012
  execSync("make " + quote([target]));
  // ok: NG-012
  spawn("make", ["-j", String(jobs), target]);
  // ok: NG-012
  execSync(`node ${__dirname}/build.js`);
}

export const convert = async (file, out = "out.png") => {
  // ruleid: NG-012
  await execAsync(`convert ${file} ${out}`);
  // ok: NG-012
  return /id=(.*)/.exec(`${file}`);
};

class Git {
  log(ref) {
    // ruleid: NG-012
    return cp.execSync("git log " + ref).toString();
  }

  status() {
    // ok: NG-012
    return cp.execSync("git status").toString();
  }
}

// ruleid: NG-012
execSync("rm -r " + process.argv[2]);
