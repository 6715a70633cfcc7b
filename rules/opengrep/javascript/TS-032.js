// ruleid: TS-032
const routing = /([0-9]+)+\#/;
// ruleid: TS-032
const words = /^(\w+\s?)*$/;
// ruleid: TS-032
const labels = new RegExp("^([a-z]*-?)+@", "i");
// ruleid: TS-032
const late = /^x(?:\s*[a-z]+)*!$/;

// ok: TS-032
const once = /([0-9]+)\#/;
// ok: TS-032
const parted = /^\d+(?:,\d+)*$/;
// ok: TS-032
const host = /^[a-z]+(?:\.[a-z]+)+$/;
// ok: TS-032
const start = /^(\w+)+/;
// ok: TS-032
const one = /^(?:a|b)+$/;
// ok: TS-032
const literal = /\(\d+)+x/;
// ok: TS-032
const few = /^([a-z]+){1,3}$/;
