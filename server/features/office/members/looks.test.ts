import type { AuditAction } from "#contract/audit-log.ts";
import { dayMs } from "#contract/durations.ts";
import { getMemberFile, revealFields } from "#contract/staff-members.ts";
import { collectData } from "#server/features/privacy/archive.ts";
import { test as base, expect } from "#server/test.ts";
import { runLogged } from "../staff/audit.ts";
import { staffMember } from "../staff/test-staff.ts";

const test = base.extend("sam", { scope: "file" }, ({ given }) => staffMember(given, "support"));

test("D3.9 the download says on which days staff looked at what, once a day, and not who or why", async ({
  member,
  sam,
  services,
}) => {
  const { db, clock, memberData } = services;
  const [anna, ben] = [await member(), await member()];
  const looksOf = async ({ id: memberId, siteId }: typeof anna) =>
    (await collectData(db, { memberId, siteId }, memberData)).looks;
  expect(await looksOf(anna)).toEqual([]);
  const day = clock.now().toISOString().slice(0, 10);
  const fields = ["email" as const];
  await sam.client.call(getMemberFile, { query: { id: anna.id } });
  await sam.client.call(revealFields, { body: { id: anna.id, fields, reason: "She wrote to us" } });
  const actor = { staffId: sam.id, role: "support" } as const;
  const write = async (action: AuditAction) => {
    const log = { action, memberId: anna.id, subject: `report:${ben.id}`, reason: "scam" };
    await runLogged({ db, actor, now: clock.now() }, async () => ({ answer: null, log }));
  };
  // a report can't be told from a photo
  for (const action of ["reports_taken", "chat_opened", "photos_taken", "note_added"] as const) await write(action);
  clock.advance(dayMs);
  await write("photos_opened");
  const next = clock.now().toISOString().slice(0, 10);
  const looks = await looksOf(anna);
  expect(looks).toEqual([
    { day, looked_at: "account" },
    { day, looked_at: "details" },
    { day, looked_at: "case" },
    { day: next, looked_at: "photos" },
  ]);
  expect(await looksOf(ben)).toEqual([]);
});
