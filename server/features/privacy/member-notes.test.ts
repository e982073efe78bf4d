import { linkKinds } from "#contract/auth.ts";
import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { closeAccount, markDeleted, markRestored } from "#server/features/account/index.ts";
import { expect, test } from "#server/test.ts";
import { purgeNotes, recordState, repeatStates } from "./member-notes.ts";

const memberStatus = (db: Db, id: string) =>
  db
    .selectFrom("accounts")
    .innerJoin("profiles", "member_id", "accounts.id")
    .select(["status", "deleted_at", "listed"])
    .where("accounts.id", "=", id)
    .executeTakeFirstOrThrow();

test("D3.9 a deleted account is noted outside the database, and deleted again after an earlier state was restored", async ({
  member,
  services,
}) => {
  const { db, clock, files } = services;
  const [anna, ben] = [await member(), await member()];
  const before = clock.now();
  clock.advance(1_000);
  const deletion = { reason: undefined, comment: undefined, refund: null, now: clock.now() };
  await inTransaction(db, (trx) =>
    closeAccount({ db: trx, services, invalidateSessions: () => {} }, anna.id, deletion, linkKinds),
  );
  await services.jobs.drain(services);
  expect([...files.stored.keys()].join()).not.toContain(anna.id);

  // the database of before the deletion
  await db.updateTable("accounts").set({ status: "active", deleted_at: null }).where("id", "=", anna.id).execute();
  await db.updateTable("profiles").set({ listed: true }).where("member_id", "=", anna.id).execute();
  const again = () => repeatStates(db, files, before, clock.now());
  expect(await again()).toEqual({ departures: 1, measures: 0, consents: 0 });
  expect(await memberStatus(db, anna.id)).toEqual({ status: "deleted", deleted_at: deletion.now, listed: false });
  expect(await memberStatus(db, ben.id)).toMatchObject({ status: "active", listed: true });
  expect(await again()).toEqual({ departures: 0, measures: 0, consents: 0 });
});

test("D3.9 a member who came back stays, whatever an earlier state says", async ({ member, services }) => {
  const { db, clock, files } = services;
  const eva = await member();
  const leave = async () =>
    await inTransaction(db, (trx) =>
      markDeleted(trx, eva.id, { reason: undefined, comment: undefined, now: new Date("2026-11-20T18:00:00Z") }),
    );
  await leave();
  clock.advance(1_000);
  const before = clock.now();
  clock.advance(dayMs);
  await recordState.run(services, { id: eva.id });
  await markRestored(db, eva.id, clock.now());
  // the last of two notes, long after the 14 days
  clock.advance(20 * dayMs);
  await recordState.run(services, { id: eva.id });
  await leave();
  expect(await repeatStates(db, files, before, clock.now())).toMatchObject({
    departures: 1,
  });
  expect(await memberStatus(db, eva.id)).toMatchObject({ status: "active", listed: true });
});

test("D3.9 D11.4 an account that was deleted after its ban was lifted is deleted again, though restored as banned", async ({
  member,
  services,
}) => {
  const { db, clock, files } = services;
  const ben = await member();
  const before = clock.now();
  clock.advance(1_000);
  await inTransaction(db, (trx) =>
    markDeleted(trx, ben.id, { reason: undefined, comment: undefined, now: clock.now() }),
  );
  await recordState.run(services, { id: ben.id });
  const banned = { status: "banned", banned_at: before, deleted_at: null };
  await db.updateTable("accounts").set(banned).where("id", "=", ben.id).execute();
  expect(await repeatStates(db, files, before, clock.now())).toMatchObject({
    departures: 1,
    measures: 1,
  });
  expect(await memberStatus(db, ben.id)).toMatchObject({ status: "deleted", listed: false });
});

test("D3.9 notes are removed once no backup is left that they apply to", async ({ services }) => {
  const { clock, files } = services;
  const key = (days: number) =>
    `departures/${new Date(clock.now().getTime() - days * dayMs).toISOString().slice(0, 10)}/${"a".repeat(64)}/1-state.json`;
  for (const days of [59, 61, 90]) await files.put(key(days), Buffer.from("1"), "text/plain");
  await purgeNotes.run(services, {});
  const left = [...files.stored.keys()];
  expect([59, 61, 90].filter((days) => left.includes(key(days)))).toEqual([59]);
});
