import { randomUUID } from "node:crypto";
import { getAuditLog } from "#contract/audit-log.ts";
import { dayMs } from "#contract/durations.ts";
import { getQueues, handOverItem, takeReports } from "#contract/office.ts";
import { addNote, deleteNote, getMemberFile } from "#contract/staff-members.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { purgeOldRows } from "#server/features/retention.ts";
import { expect, type Member } from "#server/test.ts";
import { decideOn, reportOn, test } from "./test-office.ts";

type Staff = Awaited<ReturnType<typeof staffMember>>;

const itemOf = async ({ client }: Staff, { id }: Member) =>
  (await client.call(takeReports, { body: { count: 12 } })).body.items.find((item) => item.id === id);
const pass = ({ client }: Staff, id: string, note = "Is that an insult?") =>
  client.call(handOverItem, { body: { queue: "reports", id, note } });
const codeOf = async (answer: ReturnType<typeof pass>) => (await answer).body.error?.code ?? "none";

test("D11.4 a moderator asks a colleague: the item goes to the other one at once, with the note, and not back", async ({
  member,
  mia,
  max,
  sue,
  given,
}) => {
  const [anna, ben] = [await member(), await member()];
  const id = await reportOn(anna, ben);
  expect((await itemOf(mia, ben))?.handovers).toEqual([]);
  expect(await codeOf(pass(max, ben.id))).toBe("staff_item_claimed");
  expect(await codeOf(pass(sue, ben.id))).toBe("staff_role_missing");
  expect((await pass(mia, ben.id)).status).toBe(200);
  expect(await codeOf(pass(mia, ben.id))).toBe("staff_item_gone");
  expect(await itemOf(mia, ben)).toBeUndefined();
  const { queues } = (await mia.client.call(getQueues, { query: { queue: "reports" } })).body;
  expect(queues).toMatchObject([{ waiting: 0 }]);
  const item = await itemOf(max, ben);
  expect(item?.handovers).toMatchObject([{ note: "Is that an insult?" }]);
  // there is no third one who could decide
  expect(await codeOf(pass(max, ben.id, "I don't know either"))).toBe("staff_no_colleague");
  expect((await itemOf(max, ben))?.handovers).toHaveLength(1);
  const ada = await staffMember(given, "admin");
  const entry = (await ada.client.call(getAuditLog)).body.entries.find(({ action }) => action === "item_handed_over");
  expect(entry).toMatchObject({ subject: `reports:${ben.id}` });
  expect(JSON.stringify(entry)).not.toContain("insult");

  // once it is decided, a new report about the member comes to both again
  expect((await decideOn(max, ben, id, { verdict: "kept" })).status).toBe(200);
  await reportOn(await member(), ben);
  expect((await itemOf(mia, ben))?.handovers).toEqual([]);
  await given.services.db.updateTable("staff").set({ enabled: false }).where("id", "=", ada.id).execute();
});

test("D11.4 the last two moderators can't pass an item on to each other at once", async ({
  member,
  mia,
  max,
  services,
}) => {
  for (let time = 0; time < 5; time += 1) {
    const ben = await member();
    await reportOn(await member(), ben);
    const codes = await Promise.all([codeOf(pass(mia, ben.id)), codeOf(pass(max, ben.id))]);
    expect(codes.filter((code) => code === "none")).toHaveLength(1);
    const waiting = [await itemOf(mia, ben), await itemOf(max, ben)].filter((item) => item !== undefined);
    expect(waiting).toHaveLength(1);
    services.clock.advance(6 * 60_000);
  }
});

test("D11.4 an item that is not waiting can't be passed on, and what was asked is forgotten after a month", async ({
  member,
  mia,
  services,
}) => {
  expect(await codeOf(pass(mia, randomUUID()))).toBe("staff_item_gone");
  const ben = await member();
  await reportOn(await member(), ben);
  expect((await pass(mia, ben.id)).status).toBe(200);
  const left = async () =>
    (await services.db.selectFrom("staff_handovers").selectAll().where("item", "=", ben.id).execute()).length;
  services.clock.advance(29 * dayMs);
  await purgeOldRows.run(services, {});
  expect(await left()).toBe(1);
  services.clock.advance(2 * dayMs);
  await purgeOldRows.run(services, {});
  expect(await left()).toBe(0);
});

test("D11.4 a note about a member: for colleagues on their page, without its words in the log", async ({
  given,
  member,
}) => {
  const [ada, fin] = [await staffMember(given, "admin"), await staffMember(given, "finance")];
  const [mia, sue] = [await staffMember(given, "moderator"), await staffMember(given, "support")];
  const { id } = await member();
  const note = { id, text: "Called twice, was polite.\nSpeaks Dutch." };
  expect((await sue.client.call(addNote, { body: note })).status).toBe(200);
  given.services.clock.advance(1000);
  expect((await mia.client.call(addNote, { body: { id, text: "Warned by phone" } })).status).toBe(200);
  const file = async (who: Staff) => (await who.client.call(getMemberFile, { query: { id } })).body;
  expect((await file(mia)).safety?.notes).toMatchObject([{ text: "Warned by phone" }, { text: note.text }]);
  expect((await file(fin)).safety).toBeNull();
  const unknown = await mia.client.call(addNote, { body: { id: randomUUID(), text: "x" } });
  expect(unknown.body.error?.code).toBe("profile_not_found");
  const nul = await mia.client.call(addNote, { body: { id, text: "a\u0000b" } });
  expect(nul.status).toBe(400);
  const { entries } = (await ada.client.call(getAuditLog)).body;
  const noted = entries.filter(({ action }) => action === "note_added");
  expect(noted).toMatchObject([{ member_id: id }, { member_id: id }]);
  expect(JSON.stringify(noted)).not.toContain("Dutch");
});

test("D11.4 a note is deleted by who wrote it or an admin, of this member alone; the log says so without its words", async ({
  given,
  member,
}) => {
  const [ada, mia, sue] = [
    await staffMember(given, "admin"),
    await staffMember(given, "moderator"),
    await staffMember(given, "support"),
  ];
  const [{ id }, other] = [await member(), await member()];
  for (const text of ["First note", "Second note"]) await sue.client.call(addNote, { body: { id, text } });
  const notesFor = async (who: Staff) =>
    (await who.client.call(getMemberFile, { query: { id } })).body.safety?.notes ?? [];
  const [one, two] = await notesFor(sue);
  const remove = async (who: Staff, note: string | undefined, of = id) =>
    (await who.client.call(deleteNote, { body: { id: of, note: note ?? "" } })).body.error?.code ?? "done";
  expect((await notesFor(mia)).map(({ can_delete: can }) => can)).toEqual([false, false]);
  expect((await notesFor(ada)).map(({ can_delete: can }) => can)).toEqual([true, true]);
  expect(one?.can_delete).toBe(true);
  expect(await remove(mia, one?.id)).toBe("staff_item_gone");
  expect(await remove(sue, one?.id, other.id)).toBe("staff_item_gone");
  expect([await remove(sue, one?.id), await remove(ada, two?.id)]).toEqual(["done", "done"]);
  expect(await notesFor(mia)).toEqual([]);
  const { entries } = (await ada.client.call(getAuditLog, { query: { action: "note_deleted", member: id } })).body;
  expect(entries.map(({ subject }) => subject).sort()).toEqual([`note:${one?.id}`, `note:${two?.id}`].sort());
  expect(JSON.stringify(entries)).not.toContain("First");
});
