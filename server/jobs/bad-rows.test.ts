import { sql } from "kysely";
import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/db/pool.ts";
import { settlePromises } from "#server/features/chat/promise/settle-promise.ts";
import { creditsOf, write } from "#server/features/chat/promise/test-promised.ts";
import { endSuspensions } from "#server/features/moderation/sanctions/jobs.ts";
import { purgeDownloads } from "#server/features/privacy/jobs.ts";
import { recordState } from "#server/features/privacy/member-notes.ts";
import type { Services } from "#server/services.ts";
import { expect, type Member, test } from "#server/test.ts";
import { forEachRow, inBatches } from "./for-each-row.ts";

/** The services with a log that keeps its errors. */
function withErrors<S extends Services>(services: S) {
  const errors: Record<string, unknown>[] = [];
  const log = { ...services.log, error: (fields: object, message: string) => void errors.push({ ...fields, message }) };
  return { errors, services: { ...services, log } as S };
}

/** Holds rows in a transaction of its own while `run` runs, as a session that hangs does. */
async function whileLocked(db: Db, lock: (trx: Db) => Promise<unknown>, run: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lock(trx);
    await run();
  });
}

const suspend = async ({ db, clock }: Services, members: readonly Member[]) => {
  for (const [index, { id }] of members.entries()) {
    const until = new Date(clock.now().getTime() - dayMs + index);
    await db
      .updateTable("accounts")
      .set({ status: "suspended", suspended_until: until })
      .where("id", "=", id)
      .execute();
  }
};

const suspended = async ({ db }: Services, members: readonly Member[]) => {
  const ids = members.map(({ id }) => id);
  const rows = db.selectFrom("accounts").select("id").where("id", "in", ids).where("status", "=", "suspended");
  return (await rows.execute()).map(({ id }) => id);
};

test("D12.1 the rows behind a failed one are worked off, the log names it, and the job fails at its end", async ({
  services,
}) => {
  const { errors, services: logging } = withErrors(services);
  const done: number[] = [];
  const rows = inBatches(async (after: number | undefined, limit) => {
    return Array.from({ length: limit }, (_, index) => (after ?? 0) + index + 1).filter((row) => row <= 10);
  }, 4);
  const about = { failure: "a number was not done", about: (row: number) => ({ row }) };
  const run = forEachRow(logging, rows, about, async (row) => {
    if (row === 1 || row === 5) throw new Error("no");
    done.push(row);
  });
  await expect(run).rejects.toThrow("a number was not done: 2 of 10");
  expect(done).toEqual([2, 3, 4, 6, 7, 8, 9, 10]);
  expect(errors).toMatchObject([
    { row: 1, message: "a number was not done" },
    { row: 5, message: "a number was not done" },
  ]);
});

test("D11.4 suspensions end behind one that fails each time, and behind one whose account is locked", async ({
  services,
  member,
}) => {
  const members = [await member(), await member(), await member()];
  const [first] = members;
  const { errors, services: logging } = withErrors(services);
  await suspend(services, members);
  await whileLocked(
    services.db,
    (trx) => sql`select from accounts where id = ${first?.id} for update`.execute(trx),
    () => expect(endSuspensions.run(logging, {})).rejects.toThrow("was not lifted: 1 of 3"),
  );
  expect(await suspended(services, members)).toEqual([first?.id]);
  await endSuspensions.run(services, {});
  expect(await suspended(services, members)).toEqual([]);

  await suspend(services, members);
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'this row can not change'; end $$`.execute(services.db);
  await sql`create trigger refused before update on accounts for each row when (old.id = ${sql.lit(first?.id)})
    execute function refuse()`.execute(services.db);
  await expect(endSuspensions.run(logging, {})).rejects.toThrow("was not lifted: 1 of 3");
  await sql`drop trigger refused on accounts`.execute(services.db);
  expect(await suspended(services, members)).toEqual([first?.id]);
  expect(errors.map(({ member: id }) => id)).toEqual([first?.id, first?.id]);
});

test("R10.01 D12.1 promises behind one whose chat is locked are settled, by two runs at once too", async ({
  services,
  pair,
}) => {
  const pairs = [await pair(), await pair(), await pair()];
  const chats: string[] = [];
  for (const [anna, ben] of pairs) chats.push((await write(anna, ben)).body.conversation.id);
  services.clock.advance(8 * dayMs);
  const settled = () => Promise.all(pairs.map(([anna]) => creditsOf(services, anna)));
  await whileLocked(
    services.db,
    (trx) => sql`select from conversations where id = ${chats[0]} for update`.execute(trx),
    async () => {
      const runs = [settlePromises.run(services, {}), settlePromises.run(services, {})];
      for (const { status } of await Promise.allSettled(runs)) expect(status).toBe("rejected");
      expect(await settled()).toEqual([19, 20, 20]);
    },
  );
  await settlePromises.run(services, {});
  expect(await settled()).toEqual([20, 20, 20]);
});

test("D3.9 archives behind one whose files the store does not remove are deleted, and so are unfinished files", async ({
  services,
  member,
}) => {
  const members = [await member(), await member()];
  for (const [index, { id, siteId }] of members.entries()) {
    const at = new Date(services.clock.now().getTime() - dayMs + index);
    const times = { requested_at: at, ready_at: at, expires_at: at, bytes: 1 };
    const row = { id: crypto.randomUUID(), member_id: id, site_id: siteId, origin: "http://localhost", ...times };
    await services.db.insertInto("data_downloads").values(row).execute();
  }
  const [first] = members;
  const removed: Date[] = [];
  const files: typeof services.files = {
    ...services.files,
    remove: (folder) =>
      folder.includes(first?.id ?? "") ? Promise.reject(new Error("denied")) : services.files.remove(folder),
    removeUnfinished: async (before) => void removed.push(before),
  };
  await expect(purgeDownloads.run({ ...services, files }, {})).rejects.toThrow("was not deleted: 1 of 2");
  const left = await services.db.selectFrom("data_downloads").select("member_id").execute();
  expect(left).toEqual([{ member_id: first?.id }]);
  expect(removed).toEqual([new Date(services.clock.now().getTime() - dayMs)]);
});

test("D11.4 D11.5 while the store is slow, a member's account is free, and what happened meanwhile is noted too", async ({
  services,
  member,
}) => {
  const { id } = await member();
  const notes: string[] = [];
  const put = async (_: string, content: unknown) => {
    notes.push(String(content));
    // a measure of staff would wait here for a lock that this run held
    const banned = services.db.updateTable("accounts").set({ status: "banned", banned_at: services.clock.now() });
    await banned.where("id", "=", id).execute();
    const agreed = { explicit_consent_at: services.clock.now() };
    await services.db.updateTable("profiles").set(agreed).where("member_id", "=", id).execute();
  };
  await recordState.run({ ...services, files: { ...services.files, put } }, { id });
  const states = notes.map((note) => JSON.parse(note));
  expect(states.map(({ standing, consents }) => [standing.banned, consents.explicit])).toEqual([
    [false, false],
    [true, true],
  ]);
});
