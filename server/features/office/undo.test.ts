import { getDecisions, objectToDecision } from "#contract/decisions.ts";
import { reportMember } from "#contract/moderation.ts";
import * as office from "#contract/office.ts";
import { getPhotos } from "#contract/photos.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import { decideHeld } from "./held-decisions.ts";
import { staffMember } from "./staff/test-staff.ts";
import { decideOn, waitingPhoto } from "./test-office.ts";

const test = base
  .extend("mia", { scope: "file" }, ({ given }) => staffMember(given, "moderator"))
  .extend("max", { scope: "file" }, ({ given }) => staffMember(given, "moderator"))
  /** Carries out what is held, as the job does once the time is over; returns how much it was. */
  .extend("carryOut", { scope: "file" }, ({ services }) => async () => {
    const held = await services.db.selectFrom("held_decisions").select("id").execute();
    for (const { id } of held) await decideHeld.run(services, { id });
    return held.length;
  });

const decisionsOf = async ({ client }: Member) => (await client.call(getDecisions)).body.decisions;
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
