import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { testServices } from "#server/db/test-database.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { foreignKeys, memberColumnsOf } from "#server/features/privacy/test-member-tables.ts";
import { plantMember } from "#server/features/privacy/test-plant.ts";
import { siteAndCompany, toSite } from "#server/features/sites/index.ts";
import { blockMember } from "./routes.ts";

/** Tables with two members in a row that keep the rows of a pair after a block, each with the reason. */
const excused: Record<string, string> = {
  blocks: "the block itself",
  hidden_pairs: "one hides from the other all the same, once the block is lifted (R11.04)",
  shared_dates: "a friend still has to know where the owner is, above all if one fears the other (R12.03)",
  reports: "staff still decide about them, and a reported chat is kept for 30 days (D6.6)",
  notices: "`send-notices` settles them unsent, because what they tell of is deleted",
  answer_promises: "a blocked author gets the credits back in time, and a pair gets one promise ever (R10.01)",
  blocked_chats: "who blocked a fraud, or was blocked by one, is told of the ban and paid back (R10.02)",
  fraud_warnings: "who was warned of a fraud still needs the advice (R10.02)",
  introductions: "a member gets one a day: without the row, a block would bring another on the same day",
};

const given = await testServices();
const tables = [...memberColumnsOf(await foreignKeys(given.services.db))].filter(([, columns]) => columns.length > 1);
// its `other_id` has no foreign key: the row goes with the conversation
tables.push(["conversation_members", ["member_id", "other_id"]]);
afterAll(() => given.close());

/** The number of rows of each table that hold both members. */
async function rowsOfPair(a: string, b: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, columns] of tables) {
    const members = sql`array[${sql.join(columns.map((column) => sql.ref(column)))}]`;
    const { rows } = await sql`
      select from ${sql.table(table)} where ${a}::uuid = any(${members}) and ${b}::uuid = any(${members})`.execute(
      given.services.db,
    );
    counts[table] = rows.length;
  }
  return counts;
}

async function block(siteId: number, blocker: string, blocked: string): Promise<void> {
  const { services } = given;
  const { site } = await siteAndCompany(services.db, siteId);
  const viewer = { memberId: blocker, tokenHash: Buffer.alloc(32) };
  const rest = {
    site: toSite(services, site),
    now: services.clock.now(),
    services,
    viewer,
    emit: () => {},
    afterCommit: () => {},
  };
  await inTransaction(services.db, (db) => blockMember({ ...rest, db }, blocked));
}

test.each(["author", "receiver"] as const)(
  "R6.07 a block by the %s of a held message leaves no row of the pair in any table that is not excused here",
  async (role) => {
    const { services, siteIds } = given;
    const { id, other, siteId } = await plantMember(services, siteIds[0] ?? 0);
    const before = await rowsOfPair(id, other.id);
    for (const [table, count] of Object.entries(before)) {
      expect(count, `give the pair a row in ${table}: insertRowOfEachTable in privacy's test-plant.ts`).toBeGreaterThan(
        0,
      );
    }
    await services.db.deleteFrom("blocks").where("blocker_id", "in", [id, other.id]).execute();
    await (role === "author" ? block(siteId, id, other.id) : block(siteId, other.id, id));
    const after = await rowsOfPair(id, other.id);
    for (const [table, count] of Object.entries(after)) {
      if (table in excused) expect(count, `a block empties ${table}: it needs no excuse here`).toBeGreaterThan(0);
      else expect(count, `a block left rows in ${table}: declare it as a pairTable, or excuse it here`).toBe(0);
    }
    expect(Object.keys(after)).toEqual(expect.arrayContaining(Object.keys(excused)));
  },
);
