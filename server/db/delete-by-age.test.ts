import { sql } from "kysely";
import { expect, test } from "#server/test.ts";
import { deleteByAge, type Retention } from "./delete-by-age.ts";

const period: Retention = { table: "spent_challenges", column: "expires_at", keepDays: 30 };
const now = new Date("2026-11-20T00:00:00Z");

test("what is deleted by age goes in batches, all of it and nothing else; a run that was cut off keeps what it did", async ({
  services: { db },
}) => {
  const add = (count: number, at: string) =>
    sql`insert into spent_challenges (hash, expires_at)
      select sha256((${at} || number)::bytea), ${at}::timestamptz from generate_series(1, ${count}) number`.execute(db);
  await add(7, "2026-10-20T23:59:59.999Z");
  await add(2, "2026-10-21T00:00:00Z");
  const count = async () => (await db.selectFrom("spent_challenges").select("hash").execute()).length;

  // the connection breaks with the second statement
  const statements: string[] = [];
  const breaking = db.withPlugin({
    transformQuery({ node }) {
      if (statements.push(node.kind) === 2) throw new Error("connection lost");
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await expect(deleteByAge(breaking, period, now, 3)).rejects.toThrow("connection lost");
  expect(await count()).toBe(6);
  expect(await deleteByAge(db, period, now, 3)).toBe(4);
  expect(await count()).toBe(2);
});

test("a row that another transaction holds is left, and delays no other", async ({ services: { db } }) => {
  await db.deleteFrom("spent_challenges").execute();
  for (const letter of "abc") {
    const row = { hash: Buffer.from(letter), expires_at: new Date(`2026-10-0${letter.charCodeAt(0) - 96}`) };
    await db.insertInto("spent_challenges").values(row).execute();
  }
  const left = async () =>
    (await db.selectFrom("spent_challenges").select("hash").execute()).map(({ hash }) => hash.toString());
  await db.transaction().execute(async (trx) => {
    await sql`select from spent_challenges where hash = 'a' for update`.execute(trx);
    expect(await deleteByAge(db, period, now, 1)).toBe(2);
    expect(await left()).toEqual(["a"]);
  });
  expect(await deleteByAge(db, period, now, 1)).toBe(1);
});
