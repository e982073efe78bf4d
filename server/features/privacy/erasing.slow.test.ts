import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { makeMember } from "#demo/factories.ts";
import { planting } from "#demo/insert.ts";
import { deleteByAge } from "#server/db/delete-by-age.ts";
import { testServices } from "#server/db/test-database.ts";
import { untilWaiting } from "#server/db/test-waiting.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { markDeleted, markRestored } from "#server/features/account/index.ts";
import { reconcileLedger } from "#server/features/credits/index.ts";
import { liftSanction } from "#server/features/moderation/index.ts";
import { keysRetention } from "#server/http/idempotency.ts";
import { createOutboxMail } from "#server/ports/mail/outbox.ts";
import { createOutboxSms } from "#server/ports/sms/outbox.ts";
import type { Services } from "#server/services.ts";
import { eraseAccount } from "./erase-account.ts";
import { eraseAccounts } from "./jobs.ts";
import { findWords } from "./test-member-tables.ts";
import { plantMember } from "./test-plant.ts";

let given: Awaited<ReturnType<typeof testServices>>;
/** Mails and text messages stay in the built-in outbox, as if no server were set for them. */
let services: Services;
let siteId = 0;
beforeAll(async () => {
  given = await testServices();
  siteId = given.siteIds[0] ?? 0;
  const { db, clock } = given.services;
  services = { ...given.services, mail: createOutboxMail(db, clock), sms: createOutboxSms(db, clock) };
});
beforeEach(() => given.services.clock.set("2026-11-20T18:00:00Z"));
afterAll(() => given.close());

const deleteNow = (id: string) =>
  inTransaction(services.db, (trx) =>
    markDeleted(trx, id, { reason: undefined, comment: undefined, now: services.clock.now() }),
  );
const isThere = async (id: string) =>
  (await services.db.selectFrom("accounts").select("id").where("id", "=", id).execute()).length === 1;
const run = (how: Partial<Services> = {}) => eraseAccounts.run({ ...services, ...how }, {});
const inFiles = (words: readonly string[]) =>
  [...given.services.files.stored].flatMap(([key, { bytes }]) =>
    words.filter((word) => key.includes(word) || bytes.includes(word)).map((word) => `${key}: ${word}`),
  );
const everywhere = async (words: readonly string[]) => [
  ...(await findWords(services.db, "public", words)),
  ...(await findWords(services.db, "pgboss", words)),
  ...inFiles(words),
];

/** A deleted member whose 14 days are over. */
async function overdue() {
  const { id, other, markers } = await plantMember(services, siteId);
  await deleteNow(id);
  given.services.clock.advance(14 * dayMs);
  // the job's first step
  await deleteByAge(services.db, keysRetention, services.clock.now());
  return { id, other, words: [id, ...markers.values()] };
}

test("D3.9 after 14 days, and not before, nothing of a member is left in any table, job, mail or file", async () => {
  const { id, other, markers } = await plantMember(services, siteId);
  const words = [id, ...markers.values()];
  expect(markers.size).toBeGreaterThanOrEqual(40);
  const before = await everywhere(words);
  for (const word of words)
    expect(
      before.filter((found) => found.endsWith(word)),
      word,
    ).not.toEqual([]);

  await deleteNow(id);
  given.services.clock.advance(14 * dayMs - 1);
  await run();
  expect(await isThere(id)).toBe(true);
  given.services.clock.advance(1);
  await run();
  expect(await everywhere(words)).toEqual([]);
  expect(await isThere(other.id)).toBe(true);
});

test("D3.9 payments that moved money or still may are kept for tax law, without the person", async () => {
  const { id } = await overdue();
  const reference = id.slice(0, 4);
  await run();
  const payments = await services.db
    .selectFrom("payments")
    .selectAll()
    .where("provider_reference", "like", `% ${reference}`)
    .orderBy("status")
    .execute();
  expect(payments.map((row) => row.status)).toEqual(["completed", "pending"]);
  expect(payments[0]).toMatchObject({
    member_id: null,
    site_id: siteId,
    country: "NL",
    provider: "sandbox",
    provider_reference: `reference completed ${reference}`,
    checkout_url: null,
    return_to: "/credits",
    created_at: new Date("2026-11-20T18:00:00Z"),
    completed_at: new Date("2026-11-20T18:00:00Z"),
  });
  for (const column of ["amount_minor", "credits", "vat_percent"] as const) {
    expect(payments[0]?.[column]).toBeGreaterThan(0);
  }
});

test("D3.9 the other member of a chat loses the chat, and keeps all entries of their ledger", async () => {
  const { other } = await overdue();
  const entries = () => services.db.selectFrom("ledger").selectAll().where("member_id", "=", other.id).execute();
  const before = await entries();
  await run();
  expect(await entries()).toEqual(before);
  for (const table of ["conversation_members", "likes", "matches"] as const) {
    const { rows } = await sql`select t from ${sql.table(table)} as t where t::text like ${`%${other.id}%`}`.execute(
      services.db,
    );
    expect(rows, table).toEqual([]);
  }
  await reconcileLedger.run(services, {});
});

test("R4.02 held messages to an erased member stay with their author, without a recipient", async () => {
  const { id, other } = await plantMember(services, siteId);
  const theirs = {
    id: randomUUID(),
    site_id: siteId,
    conversation_id: randomUUID(),
    author_id: other.id,
    recipient_id: id,
    body: "For you",
    key: randomUUID(),
    created_at: services.clock.now(),
  };
  await planting(services.db).insertInto("held_messages").values(theirs).execute();
  await deleteNow(id);
  given.services.clock.advance(14 * dayMs);
  await run();
  const left = await services.db.selectFrom("held_messages").selectAll().where("id", "=", theirs.id).execute();
  expect(left).toMatchObject([{ body: "For you", recipient_id: null }]);
});

describe("D3.9 an interrupted erasure is done again", () => {
  const broken = () => Promise.reject(new Error("cut off"));
  const down: [string, () => Partial<Services>][] = [
    ["while the files are removed", () => ({ files: { ...services.files, remove: broken } })],
    ["while the mails are", () => ({ mail: { ...services.mail, erase: broken } })],
    ["while the jobs are", () => ({ jobs: { ...services.jobs, deleteNaming: broken } })],
  ];
  test.each(down)("%s", async (_, how) => {
    const { id, words } = await overdue();
    await expect(run(how())).rejects.toThrow("an account was not erased: 1 of 1");
    expect(await isThere(id)).toBe(true);
    expect((await markRestored(services.db, id, services.clock.now()))?.id, "comes back no more").toBeUndefined();
    await run();
    expect(await everywhere(words)).toEqual([]);
  });

  test("and does not hold up the others", async () => {
    const [first, second] = [await makeMember(services, { siteId }), await makeMember(services, { siteId })];
    for (const { id } of [first, second]) await deleteNow(id);
    given.services.clock.advance(14 * dayMs);
    const remove = (folder: string) => (folder.includes(first.id) ? broken() : services.files.remove(folder));
    await expect(run({ files: { ...services.files, remove } })).rejects.toThrow();
    expect([await isThere(first.id), await isThere(second.id)]).toEqual([true, false]);
    await run();
    expect(await isThere(first.id)).toBe(false);
  });
});

describe("R4.03 an account restored and erased at the same instant", () => {
  /** Locks in the order of redeeming the link: the account first, then the link. */
  async function restore(id: string, meanwhile: () => Promise<void> = async () => {}) {
    const inTime = new Date(services.clock.now().getTime() - 1);
    return await services.db.transaction().execute(async (db) => {
      await db.selectFrom("accounts").select("id").where("id", "=", id).forNoKeyUpdate().execute();
      await db.updateTable("email_links").set({ spent_at: inTime }).where("account_id", "=", id).execute();
      const back = await markRestored(db, id, inTime);
      await meanwhile();
      return back !== undefined;
    });
  }

  test("is not erased if restoring came first", async () => {
    const { id, words } = await overdue();
    const before = await everywhere(words);
    let erasing: Promise<boolean> | undefined;
    const back = await restore(id, async () => {
      erasing = eraseAccount(services, id);
      await untilWaiting(services.db);
    });
    expect([back, await erasing]).toEqual([true, false]);
    expect(await everywhere(words)).toEqual(before);
  });

  test("is not restored if erasing came first", async () => {
    const { id, words } = await overdue();
    const restored: boolean[] = [];
    const remove = async (folder: string) => {
      // waits for no lock while a slow store removes the files
      restored.push(await restore(id));
      await services.files.remove(folder);
    };
    expect(await eraseAccount({ ...services, files: { ...services.files, remove } }, id)).toBe(true);
    expect(restored).toEqual([false, false]);
    expect(await everywhere(words)).toEqual([]);
  });

  test("is erased for good once its files began to go, also if staff lift its ban meanwhile", async () => {
    const { id } = await makeMember(services, { siteId });
    const { db, clock } = services;
    const banned = { status: "banned", banned_at: new Date(clock.now().getTime() - 200 * dayMs) };
    await db.updateTable("accounts").set(banned).where("id", "=", id).execute();
    const { id: statement } = await db
      .insertInto("statements")
      .values({
        ...{ site_id: siteId, member_id: id, decision_id: randomUUID(), side: "owner", decision: "banned", words: "" },
        created_at: banned.banned_at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const context = { services, now: clock.now(), invalidateSessions: () => {} };
    const remove = async () => {
      await db.transaction().execute((trx) => liftSanction({ ...context, db: trx }, { memberId: id, statement }));
      throw new Error("the process dies");
    };
    const dying = { ...services, files: { ...services.files, remove } };
    await expect(eraseAccount(dying, id)).rejects.toThrow("the process dies");
    expect(await db.selectFrom("accounts").select("status").where("id", "=", id).execute()).toEqual([
      { status: "banned" },
    ]);
    await run();
    expect(await isThere(id)).toBe(false);
  });

  test("is erased once by two workers at the same time", async () => {
    const { id } = await overdue();
    const both = await Promise.all([eraseAccount(services, id), eraseAccount(services, id)]);
    expect(both.sort()).toEqual([false, true]);
  });
});
