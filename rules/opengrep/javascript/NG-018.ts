const TABLE = "t";
const kind = "a";

async function positives(db: any, conn: any, knex: any, pool: any, req: any, id: string, name: string, cb: any) {
  // ruleid: NG-018
  db.query(`SELECT a FROM t WHERE id=${id}`);
  // ruleid: NG-018
  await conn.execute(
    "DELETE FROM t"
      + " WHERE name = '" + name + "'",
  );
  // ruleid: NG-018
  knex.raw(`select * from ${TABLE}
    where id = ${req.params.id}`);
  // ruleid: NG-018
  db.get("SELECT * FROM users WHERE id = " + id, cb);
  // ruleid: NG-018
  pool.query<Row>(`UPDATE t SET a = '${name}'`);
  const query = `SELECT * FROM t WHERE name = '${name}'`;
  // ruleid: NG-018
  return db.query(query);
}

async function negatives(db: any, client: any, axios: any, id: string, ids: any, placeholders: string, sql: any) {
  // ok: NG-018
  db.query("SELECT a FROM t WHERE id=$1", [id]);
  // ok: NG-018
  client.query(`query { user(id: "${id}") { name } }`);
  // ok: NG-018
  db.query(`SELECT a FROM ${TABLE} WHERE id = $1`, [id]);
  // ok: NG-018
  db.query(`SELECT a FROM t WHERE id IN (${placeholders})`, ids);
  // db.query(`SELECT a FROM t WHERE id=${id}`);
  // ok: NG-018
  axios.get(`/select/${id}`);
  // ok: NG-018
  await sql`SELECT a FROM t WHERE id = ${id}`;
  // ok: NG-018
  db.query(`SELECT a FROM t WHERE kind = '${kind}'`);
  // ok: NG-018
  return "db.query(`SELECT a FROM t WHERE id=${id}`)";
}

async function harmless(db: any, runner: any, options: any, name: string, treeSize: number, node: any, parentRight: number, tableName: string, whereCondition: string, parameters: any[]) {
  const cascade = options?.cascade ? " CASCADE" : "";
  // ok: NG-018
  await runner.query(`TRUNCATE TABLE ${runner.escapePath(name)}${cascade}`);
  // ruleid: NG-018
  await runner.query(`DELETE FROM ${runner.escapePath(name)} WHERE a = '${name}' ${cascade}`);
  // ok: NG-018
  await runner.query(`UPDATE t SET l = l - ${treeSize} WHERE l > ${node.left} AND r < ${parentRight}`);
  // ruleid: NG-018
  await runner.query(`UPDATE t SET l = l - ${treeSize} WHERE l > ${node.name}`);
  const superAlias = runner.escape("super");
  // ok: NG-018
  await runner.query(`SELECT ${superAlias}.a FROM t AS ${superAlias} WHERE ${superAlias}.b = $1`, parameters);
  // ok: NG-018
  await runner.query(`SELECT COUNT(1) AS ${runner.escape("n")} FROM ${tableName} WHERE ${whereCondition}`, parameters, true);
  // ruleid: NG-018
  await runner.query(`SELECT COUNT(1) FROM t WHERE ${whereCondition}`);
  // ruleid: NG-018
  await runner.query(`SELECT COUNT(1) FROM t WHERE ${whereCondition} AND b = '${name}'`, parameters);
}
