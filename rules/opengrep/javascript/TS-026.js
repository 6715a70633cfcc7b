const ALLOWED = ["https://app.example.org"];

app.use((req, res, next) => {
  // ruleid: TS-026
  res.setHeader("Access-Control-Allow-Origin", req.headers.origin || "*");
  const origin = req.get("Origin");
  // ruleid: TS-026
  res.header("Access-Control-Allow-Origin", origin);
  // ok: TS-026
  res.header("Vary", "Origin");
  // ok: TS-026
  res.header("Access-Control-Allow-Origin", "https://app.example.org");
  next();
});

app.use((req, res, next) => {
  const origin = req.headers.origin;
  if (ALLOWED.includes(origin)) {
    // ok: TS-026
    res.set("Access-Control-Allow-Origin", origin);
  }
  next();
});

export const handler = async (event) => ({
  statusCode: 200,
  // ruleid: TS-026
  headers: { "Access-Control-Allow-Origin": event.headers.origin },
  body: "{}",
});
