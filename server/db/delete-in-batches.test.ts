import { sql } from "kysely";
import { expect, test } from "#server/test.ts";
import { deleteInBatches } from "./delete-in-batches.ts";

test("what is deleted by age goes in batches, all of it and nothing else; a run that was cut off keeps what it did", async ({
  services: { db },
}) => {
  const old = new Date("2026-01-01T00:00:00Z");
  const add = (count: number, at: Date) =>
    sql`insert into spent_challenges (hash, expires_at)
      select sha256((${at.toISOString()} || number)::bytea), ${at} from generate_series(1, ${count}) number`.execute(
      db,
    );
  await add(7, old);
  await add(2, new Date("2026-06-01T00:00:00Z"));
  const count = async () => (await db.selectFrom("spent_challenges").select("hash").execute()).length;
  const isOld = sql`expires_at <= ${old}`;

  // the connection breaks with the second statement
  const statements: string[] = [];
  const breaking = db.withPlugin({
    transformQuery({ node }) {
      if (statements.push(node.kind) === 2) throw new Error("connection lost");
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await expect(deleteInBatches(breaking, "spent_challenges", isOld, 3)).rejects.toThrow("connection lost");
  expect(await count()).toBe(6);
  await deleteInBatches(db, "spent_challenges", isOld, 3);
  expect(await count()).toBe(2);
});
