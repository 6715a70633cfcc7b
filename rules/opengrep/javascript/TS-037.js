const errorhandler = require("errorhandler");

if (process.env.NODE_ENV === "development") {
  // ok: TS-037
  app.use(errorhandler());
}
// ok: TS-037
if (dev) app.use(errorhandler());

// ruleid: TS-037
app.use(errorhandler());

app.use((error, req, res, next) => {
  // ruleid: TS-037
  res.status(500).send(error.stack);
});
app.use((error, req, res, next) => {
  // ruleid: TS-037
  res.status(500).json({ message: error.message, stack: error.stack });
});
app.use((error, req, res, next) => {
  console.error(error.stack);
  // ok: TS-037
  res.status(500).send("Something went wrong");
});
