import cors from "cors";
const everyone = "*";

function positives(app: any, http: any, res: any) {
  // ruleid: NG-017
  app.use(cors());
  // ruleid: NG-017
  app.enableCors();
  // ruleid: NG-017
  const io = new Server(http, { cors: { methods: ["GET"], origin: "*" } });
  // ruleid: NG-017
  app.use(cors({
    credentials: true,
    origin: true,
  }));
  // ruleid: NG-017
  res.setHeader("Access-Control-Allow-Origin", everyone);
  // ruleid: NG-017
  const corsOptions: CorsOptions = {
    origin: "*",
  };
}

async function negatives(app: any, repo: any, res: any, origin: string, corsOptions: any, test: any) {
  // ok: NG-017
  app.use(cors({
    origin: "https://app.example.org",
  }));
  // ok: NG-017
  app.use(cors(corsOptions));
  // app.use(cors());
  // ok: NG-017
  const row = await repo.find({ select: { origin: true } });
  // ok: NG-017
  res.setHeader("Access-Control-Allow-Origin", origin);
  // ok: NG-017
  test.cors();
  // ok: NG-017
  return "app.use(cors())";
}
