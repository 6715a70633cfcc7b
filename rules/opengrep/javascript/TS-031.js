const swig = require("swig");
const nunjucks = require("nunjucks");
const Handlebars = require("handlebars");
const Mustache = require("mustache");
const { Eta } = require("eta");

swig.setDefaults({
  cache: "memory",
  // ruleid: TS-031
  autoescape: false,
});
// ok: TS-031
swig.setDefaults({ autoescape: true });

// ruleid: TS-031
const env = nunjucks.configure("views", { autoescape: false, express: app });
// ok: TS-031
const safe = nunjucks.configure("views", { autoescape: true });
// ruleid: TS-031
const eta = new Eta({ views: "views", autoEscape: false });

// ruleid: TS-031
const page = Handlebars.compile(source, { noEscape: true });
// ok: TS-031
const other = Handlebars.compile(source, { noEscape: false });

// ruleid: TS-031
Mustache.escape = (text) => text;
// ok: TS-031
Mustache.escape = (text) => encode(text);

// ok: TS-031
const settings = { autoescape: false };
