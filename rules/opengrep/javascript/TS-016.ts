import express, { Request, Response } from "express";
import mysql from "mysql2/promise";
import { Pool } from "pg";
import Database from "better-sqlite3";
import { Prisma, PrismaClient } from "@prisma/client";
import { Body, Controller, Get, Param, ParseIntPipe, Query } from "@nestjs/common";
import { QueryTypes, Sequelize } from "sequelize";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const app = express();
const pool = new Pool();
const sqlite = new Database("app.db");
const prisma = new PrismaClient();
const sequelize = new Sequelize("sqlite::memory:");
const SORTS: Record<string, string> = { name: "name", age: "birth" };

app.get("/users", async (req, res) => {
  const name = req.query.name;
  const sql = "SELECT * FROM users WHERE name = '" + name + "'";
  // ruleid: TS-016
  const one = await pool.query(sql);
  // ruleid: TS-016
  const two = await pool.query(`SELECT * FROM users WHERE id = ${req.params.id}`);
  let statement = "SELECT * FROM users";
  if (name) {
    statement += " WHERE name LIKE '%" + name + "%'";
  }
  // ruleid: TS-016
  const three = await pool.query({ text: statement, values: [] });
  // ok: TS-016
  const four = await pool.query("SELECT * FROM users WHERE id = $1", [req.params.id]);
  // ok: TS-016
  const five = await pool.query(`SELECT * FROM users LIMIT ${Number(req.query.limit)}`);
  // ok: TS-016
  const six = await pool.query(`SELECT * FROM users ORDER BY ${SORTS[String(req.query.sort)]}`);
  const marks = req.body.ids.map(() => "?").join(",");
  // `callback`: the function returns a constant.
  // ok: TS-016
  const seven = await pool.query({ text: "SELECT 1", values: [marks] });
  res.json([one, two, three, four, five, six, seven]);
});

app.post("/login", async (req: Request, res: Response) => {
  const connection = await mysql.createConnection({});
  const { mail, password } = req.body;
  // ruleid: TS-016
  await connection.execute("SELECT * FROM u WHERE mail = '" + mail + "' AND pw = '" + password + "'");
  // ok: TS-016
  await connection.execute("SELECT * FROM u WHERE mail = ?", [mail]);
  // ok: TS-016
  await connection.query("SELECT * FROM u WHERE mail = " + connection.escape(mail));
  // ok: TS-016
  await connection.query("SELECT * FROM u ORDER BY " + mysql.escapeId(req.body.by));
  const order = req.query.order;
  if (order !== "asc" && order !== "desc") {
    return res.status(400).end();
  }
  // `equality`: one of two words is left.
  // ok: TS-016
  await connection.query("SELECT * FROM u ORDER BY mail " + order);
  const column = req.query.column as string;
  if (!["mail", "name"].includes(column)) {
    return res.status(400).end();
  }
  // `allow-list`: one of two words.
  // todook: TS-016
  await connection.query("SELECT " + column + " FROM u");
  res.end();
});

export const search = () => async (req: Request, res: Response) => {
  const criteria = req.query.q === "undefined" ? "" : req.query.q ?? "";
  // ruleid: TS-016
  const rows = await sequelize.query(`SELECT * FROM products WHERE name LIKE '%${criteria}%'`);
  // ok: TS-016
  await sequelize.query("SELECT * FROM products WHERE name = :name", {
    replacements: { name: criteria },
    type: QueryTypes.SELECT,
  });
  // ruleid: TS-016
  await Product.findAll({ order: Sequelize.literal(`price ${req.query.dir}`) });
  // ruleid: TS-016
  await prisma.$queryRawUnsafe("SELECT * FROM p WHERE n = '" + criteria + "'");
  // ok: TS-016
  await prisma.$queryRaw`SELECT * FROM p WHERE n = ${criteria}`;
  // ok: TS-016
  await prisma.product.findMany({ where: { name: { contains: String(criteria) } } });
  // ruleid: TS-016
  await knex("products").whereRaw("name = '" + criteria + "'");
  // ok: TS-016
  await knex("products").whereRaw("name = ?", [criteria]);
  // ruleid: TS-016
  await dataSource.createQueryBuilder(Product, "p").where(`p.name = '${criteria}'`).getMany();
  // ok: TS-016
  await dataSource.createQueryBuilder(Product, "p").where("p.name = :name", { name: criteria }).getMany();
  res.json(rows);
};

app.get("/lite/:id", ({ params }, res) => {
  // ruleid: TS-016
  const row = sqlite.prepare("SELECT * FROM t WHERE id = '" + params.id + "'").get();
  // ok: TS-016
  res.json([row, sqlite.prepare("SELECT * FROM t WHERE id = ?").get(params.id)]);
});

@Controller("items")
export class Items {
  constructor(private readonly manager: EntityManager) {}

  @Get(":id")
  find(@Param("id", ParseIntPipe) id: number, @Query("sort") sort: string) {
    // ok: TS-016
    this.manager.query(`SELECT * FROM items WHERE id = ${id}`);
    // ruleid: TS-016
    return this.manager.query(`SELECT * FROM items ORDER BY ${sort}`);
  }

  create(@Body() body: ItemDto) {
    return this.save(body.name);
  }

  private save(name: string) {
    // ruleid: TS-016
    return this.manager.query("INSERT INTO items VALUES ('" + name + "')");
  }
}

export async function GET(request: Request, { params }: { params: { slug: string } }) {
  const q = new URL(request.url).searchParams.get("q");
  // ruleid: TS-016
  await pool.query("SELECT * FROM posts WHERE title = '" + q + "'");
  // ruleid: TS-016
  return Response.json(await pool.query(`SELECT * FROM posts WHERE slug = '${params.slug}'`));
}

export async function rename(id: number, name: string) {
  "use server";
  // ruleid: TS-016
  await pool.query(`UPDATE posts SET title = '${name}' WHERE id = 1`);
}

const resolvers = {
  Query: {
    user: async (_, args, context) => {
      // ruleid: TS-016
      return context.db.query("SELECT * FROM u WHERE n = '" + args.name + "'");
    },
  },
};

export const handler = async (event) => {
  const body = JSON.parse(event.body);
  // ruleid: TS-016
  return pool.query("SELECT * FROM o WHERE id = '" + body.id + "'");
};

io.on("connection", (socket) => {
  socket.on("find", (text, done) => {
    // ruleid: TS-016
    pool.query("SELECT * FROM m WHERE t = '" + text + "'", done);
  });
});

const server = new McpServer({ name: "db", version: "1" });
server.registerTool("find", { inputSchema: {} }, async ({ table, limit }) => {
  // ruleid: TS-016
  const rows = await pool.query(`SELECT * FROM ${table}`);
  return { content: [{ type: "text", text: JSON.stringify(rows) }] };
});

// Not SQL at all.
app.post("/graph", async (req, res) => {
  // ok: TS-016
  const answer = await apollo.query({ query: ITEMS, variables: { name: req.body.name } });
  // ok: TS-016
  const found = cache.get(req.query.key);
  // ok: TS-016
  const match = /a(.*)/.exec(req.body.text);
  // ok: TS-016
  document.querySelector(req.query.sel as string);
  res.json([answer, found, match, resolvers]);
});

const n = req.query.n;
// ruleid: TS-016
db.query("SELECT a FROM t WHERE n=" + n);
// ok: TS-016
db.query("SELECT a FROM t WHERE n=$1", [req.query.n]);

class Runner {
  async run(text: string, values: any[]) {
    const request = new mssql.Request(this.connection);
    values.forEach((value, index) => request.input(String(index), value));
    const rows = await request.query(text);
    // ok: TS-016
    return this.connection.execute("SELECT a FROM t WHERE b = '" + rows.recordset[0].b + "'");
  }

  async search(request: any) {
    // ruleid: TS-016
    return this.connection.execute("SELECT a FROM t WHERE b = '" + request.query.b + "'");
  }
}
