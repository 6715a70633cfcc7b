import fs from "fs";
import path from "path";
import AdmZip from "adm-zip";
import unzipper from "unzipper";

const FOLDER = "/srv/in";

export function unpack(file: string) {
  fs.createReadStream(file)
    .pipe(unzipper.Parse())
    .on("entry", (entry) => {
      const name = entry.path;
      // ruleid: TS-027
      entry.pipe(fs.createWriteStream(path.join(FOLDER, name)));
      // ok: TS-027
      entry.pipe(fs.createWriteStream(path.join(FOLDER, path.basename(name))));
      const target = path.resolve(FOLDER, name);
      if (target.startsWith(FOLDER + path.sep)) {
        // ok: TS-027
        entry.pipe(fs.createWriteStream(target));
      }
    });
}

export function unpackAll(file: string) {
  const zip = new AdmZip(file);
  for (const entry of zip.getEntries()) {
    // ruleid: TS-027
    fs.writeFileSync(FOLDER + "/" + entry.entryName, entry.getData());
  }
  // ok: TS-027
  zip.extractAllTo(FOLDER);
}
