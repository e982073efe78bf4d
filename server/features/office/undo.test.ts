import { getComplaints, replyToComplaint, sendComplaint } from "#contract/complaints.ts";
import { objectToDecision } from "#contract/decisions.ts";
import { reportMember } from "#contract/moderation.ts";
import * as office from "#contract/office.ts";
import { getPhotos } from "#contract/photos.ts";
import { changeCredits, getMemberFile } from "#contract/staff-members.ts";
import { getUpdates } from "#contract/updates.ts";
import { expect, type Member } from "#server/test.ts";
import { decideHeld } from "./held-decisions.ts";
import { staffMember } from "./staff/test-staff.ts";
import { test as base, decideOn, decisionsOf, waitingPhoto } from "./test-office.ts";

const test = base
  /** Carries out what is held, as the job does once the time is over; returns how much it was. */
  .extend("carryOut", { scope: "file" }, ({ services }) => async () => {
    const held = await services.db.selectFrom("held_decisions").select("id").execute();
    for (const { id } of held) await decideHeld.run(services, { id });
    return held.length;
  });

const photosOf = async ({ client }: Member) => (await client.call(getPhotos)).body.photos;

test("D11.2 D8.2 a held decision tells no one, and its item waits for no one; taken back, it never was", async ({
  member,
  mia,
  max,
  carryOut,
  services,
}) => {
  const ben = await member();
  const id = await waitingPhoto(ben);
  const waits = async ({ client }: typeof mia) => {
    const { items } = (await client.call(office.takePhotos, { body: { count: 12 } })).body;
    return items.some((item) => item.id === id);
  };
  const hold = () => mia.client.call(office.decidePhoto, { body: { id, verdict: "advertising", hold: true } });
  const undo = ({ client }: typeof mia) => client.call(office.undoDecision, { body: { queue: "photos", id } });
  expect((await hold()).status).toBe(200);
  expect([await waits(mia), await waits(max)]).toEqual([false, false]);
  expect((await hold()).body.error?.code).toBe("staff_item_gone");
  expect(await photosOf(ben)).toMatchObject([{ id, status: "inspection" }]);
  expect((await undo(max)).body.error?.code).toBe("staff_item_gone");
  expect((await undo(mia)).status).toBe(200);
  expect(await carryOut()).toBe(0);
  expect(await decisionsOf(ben)).toEqual([]);
  // hers again, and no one else's
  expect([await waits(max), await waits(mia)]).toEqual([false, true]);

  expect((await hold()).status).toBe(200);
  expect(await carryOut()).toBe(1);
  expect(await decisionsOf(ben)).toMatchObject([{ decision: "photo_rejected", ground: "advertising" }]);
  expect(await photosOf(ben)).toEqual([]);
  expect((await undo(mia)).body.error?.code).toBe("staff_item_gone");
  const log = services.db.selectFrom("audit_log").select(["action", "staff_id"]).where("subject", "=", `photo:${id}`);
  expect(await log.execute()).toEqual([{ action: "photo_rejected", staff_id: mia.id }]);
});

test("D11.2 what a held decision on reports lacks is said at once; then it is carried out as it was made", async ({
  member,
  mia,
  carryOut,
  mails,
}) => {
  const [anna, ben] = [await member(), await member()];
  const about = { member: ben.id, about: "profile", reason: "scam", text: "" } as const;
  const { report } = (await anna.client.call(reportMember, { body: about })).body;
  const codes = async (decision: object) =>
    (await decideOn(mia, ben, report, { verdict: "muted", hold: true, ...decision })).body.error?.field_codes;
  expect(await codes({ days: undefined })).toEqual({ until: "required" });
  expect(await codes({ ground: undefined })).toEqual({ ground: "required" });
  expect(await codes({ verdict: "removed" })).toEqual({ verdict: "unknown_option" });
  expect(await codes({ verdict: "asked" })).toEqual({ verdict: "unknown_option" });
  expect(await carryOut()).toBe(0);
  const held = await decideOn(mia, ben, report, { verdict: "banned", words: "No scams.", hold: true });
  expect(held.body).toEqual({ ok: true, note: null });
  expect((await mails(ben.email)).filter(({ text }) => text.includes("No scams."))).toEqual([]);
  expect(await carryOut()).toBe(1);
  expect((await mails(ben.email)).filter(({ text }) => text.includes("No scams."))).toHaveLength(1);
  expect(await decisionsOf(anna)).toMatchObject([{ decision: "report_acted" }]);

  const again = (await anna.client.call(reportMember, { body: { ...about, about: "profile" } })).body.error?.code;
  expect(again).toBe("profile_not_found");
});

test("D11.2 a held decision that has become impossible is dropped, and its item waits again", async ({
  member,
  mia,
  max,
  carryOut,
}) => {
  const ben = await member();
  const id = await waitingPhoto(ben);
  await mia.client.call(office.decidePhoto, { body: { id, verdict: "other", hold: true } });
  await carryOut();
  const [decision] = await decisionsOf(ben);
  await ben.client.call(objectToDecision, { body: { id: decision?.id ?? "", text: "Look again" } });
  const answer = { id: decision?.id ?? "", verdict: "rejected", words: "It stands", unfounded: false } as const;
  expect((await max.client.call(office.decideObjection, { body: { ...answer, hold: true } })).status).toBe(200);
  // answered meanwhile, by a request that did not hold it
  expect((await max.client.call(office.decideObjection, { body: answer })).status).toBe(200);
  expect(await carryOut()).toBe(1);
  expect(await decisionsOf(ben)).toMatchObject([{ objection: { answer: { upheld: false, text: "It stands" } } }]);
});

test("D11.2 R2.01 an answer to a complaint is sent once it can't be taken back, and kept for the item if its sender wrote meanwhile", async ({
  given,
  member,
  carryOut,
  mails,
}) => {
  const [sue, fred] = [await staffMember(given, "support"), await staffMember(given, "finance")];
  const ben = await member();
  await ben.client.call(sendComplaint, { body: { email: ben.email, text: "Where is my money?" } });
  const take = async ({ client }: typeof sue) =>
    (await client.call(office.takeComplaints, { body: { count: 12 } })).body.items;
  const [item] = await take(sue);
  const id = item?.id ?? "";
  const decide = (more: { verdict: "answered" | "to_finance"; words?: string; note?: string; read?: number }) =>
    sue.client.call(office.decideComplaint, { body: { id, hold: true, read: 0, ...more } });
  expect((await decide({ verdict: "answered" })).body.error?.field_codes).toEqual({ words: "required" });
  expect((await decide({ verdict: "answered", words: "Here.", read: 3 })).body.error?.code).toBe("site_changed");
  const answer = { verdict: "answered", words: "It is on its way." } as const;
  const heard = async () => {
    const sent = (await mails(ben.email)).filter(({ text }) => text.includes(answer.words)).length;
    const [shown] = (await ben.client.call(getComplaints)).body.complaints;
    const { updates } = (await ben.client.call(getUpdates)).body;
    return [sent, shown?.answer?.text, updates.filter(({ kind }) => kind === "complaint_answered").length];
  };
  expect((await decide(answer)).status).toBe(200);
  expect([await heard(), await take(sue)]).toEqual([[0, undefined, 0], []]);
  const undo = { queue: "complaints", id } as const;
  expect((await sue.client.call(office.undoDecision, { body: undo })).status).toBe(200);
  expect([await carryOut(), (await take(sue)).map((each) => each.id)]).toEqual([0, [id]]);

  await decide(answer);
  await ben.client.call(replyToComplaint, { body: { id, text: "I paid twice." } });
  expect([await carryOut(), await heard()]).toEqual([1, [0, undefined, 0]]);
  const kept = { words: answer.words, note: "", by: expect.any(String) };
  expect(await take(sue)).toMatchObject([{ thread: [{}], dropped: kept }]);
  // no longer held
  expect((await sue.client.call(office.undoDecision, { body: undo })).body.error?.code).toBe("staff_item_gone");
  expect((await decide({ verdict: "to_finance", note: "He paid twice", read: 1 })).status).toBe(200);
  expect(await take(fred)).toEqual([]);
  expect(await carryOut()).toBe(1);
  expect(await take(fred)).toMatchObject([{ id, handovers: [{ note: "He paid twice" }], dropped: null }]);
  const last = { id, ...answer, hold: true, read: 1 };
  expect((await fred.client.call(office.decideComplaint, { body: last })).status).toBe(200);
  expect([await carryOut(), await heard()]).toEqual([1, [1, answer.words, 1]]);
});

test("D11.2 D7.1 what a second person confirms is done once it can't be taken back, and an impossible one is refused at once", async ({
  given,
  member,
  carryOut,
  services,
}) => {
  const [one, two] = [await staffMember(given, "finance"), await staffMember(given, "finance")];
  const ben = await member({ credits: 0 });
  const change = { id: ben.id, amount: 60, reason: "A fault of ours" };
  expect((await one.client.call(changeCredits, { body: change })).body).toEqual({ booked: false });
  const take = async () => (await two.client.call(office.takeProposals, { body: { count: 12 } })).body.items;
  const credits = async () => (await two.client.call(getMemberFile, { query: { id: ben.id } })).body.money?.credits;
  const id = (await take())[0]?.id ?? "";
  const confirm = () => two.client.call(office.decideProposal, { body: { id, verdict: "confirmed", hold: true } });
  expect((await confirm()).status).toBe(200);
  expect([await credits(), await take()]).toEqual([0, []]);
  expect((await two.client.call(office.undoDecision, { body: { queue: "proposals", id } })).status).toBe(200);
  expect([await carryOut(), await credits(), (await take()).length]).toEqual([0, 0, 1]);
  expect((await confirm()).status).toBe(200);
  expect([await carryOut(), await credits()]).toEqual([1, 60]);

  await one.client.call(changeCredits, { body: { ...change, amount: -60 } });
  const [back] = await take();
  await services.db.updateTable("wallets").set({ credits: 10 }).where("member_id", "=", ben.id).execute();
  const taken = { id: back?.id ?? "", verdict: "confirmed", hold: true } as const;
  expect((await two.client.call(office.decideProposal, { body: taken })).body.error?.code).toBe("not_enough_credits");
  expect([await carryOut(), (await take()).map((each) => each.id)]).toEqual([0, [back?.id]]);
});
