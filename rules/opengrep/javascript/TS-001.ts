import { literal as sql } from "sequelize";

async function positives(qb: any, prisma: any, knex: any, id: string, name: string, min: number, col: string, text: string) {
  // ruleid: TS-001
  qb.where(`u.id = ${id}`);
  // ruleid: TS-001
  await prisma.$queryRawUnsafe(text);
  // ruleid: TS-001
  qb.andWhere(
    "u.name = '"
      + name + "'",
  );
  // ruleid: TS-001
  knex("t").whereRaw(`a > ${min}`);
  // ruleid: TS-001
  return { attributes: [[sequelize.literal(`count(${col})`), "n"]] };
}

async function negatives(qb: any, prisma: any, db: any, z: any, id: string, alias: string, other: string, n: string, key: string) {
  // ok: TS-001
  qb.where("u.id = :id", { id });
  // ok: TS-001
  qb.where(`${alias}.id = :id`, { id });
  // ok: TS-001
  qb.where(`a.id = ${other}.ref`);
  // ok: TS-001
  await prisma.$queryRaw`SELECT a FROM t WHERE id = ${id}`;
  // ok: TS-001
  await prisma.$executeRawUnsafe("TRUNCATE t");
  // ok: TS-001
  const s = z.literal(`v${n}`);
  // qb.where(`u.id = ${id}`)
  // ok: TS-001
  db.collection("t").where(`meta.${key}`, "==", true);
  // ok: TS-001
  return ["qb.where(`u.id = ${id}`)", s];
}
