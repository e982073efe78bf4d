import { createHash } from "node:crypto";
import { linkKinds } from "#contract/auth.ts";
import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/db/pool.ts";
import { expect, test } from "#server/test.ts";
import { closeAccount } from "./close-account.ts";
import { markDeleted } from "./deletion-store.ts";
import { applyDepartures, purgeDepartures, readDepartures } from "./departures.ts";

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
  const { db, clock } = services;
  const anna = await member();
  const before = clock.now();
  clock.advance(1_000);
  const deletion = { reason: undefined, comment: undefined, refund: null, now: clock.now() };
  await closeAccount({ db, services, invalidateSessions: () => {} }, anna.id, deletion, linkKinds);
  await services.jobs.drain(services);
  const noted = await readDepartures(services.files, before);
  expect(noted).toEqual([{ hash: expect.stringMatching(/^[0-9a-f]{64}$/), kind: "deleted", at: clock.now() }]);
  expect([...services.files.stored.keys()].join()).not.toContain(anna.id);

  // the database of before the deletion
  await db.updateTable("accounts").set({ status: "active", deleted_at: null }).where("id", "=", anna.id).execute();
  await db.updateTable("profiles").set({ listed: true }).where("member_id", "=", anna.id).execute();
  const ben = await member();
  expect(await applyDepartures(db, noted)).toBe(1);
  expect(await memberStatus(db, anna.id)).toEqual({ status: "deleted", deleted_at: clock.now(), listed: false });
  expect(await memberStatus(db, ben.id)).toMatchObject({ status: "active", listed: true });
  // again it changes nothing
  expect(await applyDepartures(db, noted)).toBe(0);
  expect(await readDepartures(services.files, clock.now())).toEqual([]);
});

test("D3.9 a member who came back stays, whatever an earlier state says", async ({ member, services }) => {
  const { db, clock, files } = services;
  const eva = await member();
  const before = clock.now();
  const hash = createHash("sha256").update(eva.id).digest("hex");
  const folder = `departures/${before.toISOString().slice(0, 10)}/${hash}`;
  await files.put(`${folder}/${before.getTime() + 20}-restored.txt`, Buffer.from("1"), "text/plain");
  await files.put(`${folder}/${before.getTime() + 10}-deleted.txt`, Buffer.from("1"), "text/plain");
  const noted = (await readDepartures(files, before)).filter((one) => one.hash === hash);
  expect(noted).toMatchObject([{ kind: "restored" }]);
  await markDeleted(db, eva.id, { reason: undefined, comment: undefined, now: before });
  expect(await applyDepartures(db, noted)).toBe(1);
  expect(await memberStatus(db, eva.id)).toMatchObject({ status: "active", listed: true });
});

test("D3.9 notes are removed once no backup is left that they apply to", async ({ services }) => {
  const { clock, files } = services;
  const key = (days: number) =>
    `departures/${new Date(clock.now().getTime() - days * dayMs).toISOString().slice(0, 10)}/${"a".repeat(64)}/1-deleted.txt`;
  for (const days of [59, 61, 90]) await files.put(key(days), Buffer.from("1"), "text/plain");
  await purgeDepartures.run(services, {});
  const left = [...files.stored.keys()];
  expect([59, 61, 90].filter((days) => left.includes(key(days)))).toEqual([59]);
});
