import { sendMessage } from "#contract/chat.ts";
import { getDecisions } from "#contract/decisions.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { reportMember } from "#contract/moderation.ts";
import * as office from "#contract/office.ts";
import { getMemberFile, sanctionMember } from "#contract/staff-members.ts";
import { purgeFirstMessages } from "#server/features/chat/safety/record-first-message.ts";
import { reviewRecipients } from "#server/features/chat/safety/rules.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import { decideHeld } from "./held-decisions.ts";

const asking = "My mother is in hospital. Could you send me 200 euros until Friday?";

const test = base
  .extend("mia", ({ given }) => staffMember(given, "moderator"))
  /** A new member whose marked first messages to several others are waiting for review, with the others. */
  .extend(
    "flagged",
    { scope: "file" },
    ({ member, services }) =>
      async (text: (at: number) => string = () => asking) => {
        await services.db.deleteFrom("reviews").execute();
        await services.db.deleteFrom("staff_claims").execute();
        const ben = await member({ credits: 20, premium: true });
        const others: Member[] = [];
        for (let at = 0; at < reviewRecipients; at += 1) {
          const other = await member();
          const sent = await ben.client.call(sendMessage, { body: { member: other.id, text: text(at) } });
          if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
          others.push(other);
          services.clock.advance(minuteMs);
        }
        return { ben, others };
      },
  )
  .extend("take", ({ mia }) => async ({ client } = mia) => {
    return (await client.call(office.takeReviews, { body: { count: 12 } })).body.items;
  });

test("D11.3 staff read why first messages were flagged: what was in how many, when, the same text to how many, and never a word", async ({
  flagged,
  take,
  given,
  services,
}) => {
  const { ben, others } = await flagged((at) =>
    at === 0 ? "Write to ben at gmail dot com, I will tell you all" : asking,
  );
  await others[0]?.client.call(reportMember, {
    body: { member: ben.id, about: "profile", reason: "scam", text: "" },
  });
  const [item] = await take();
  expect(item).toMatchObject({
    member: { id: ben.id },
    language: "en",
    status: "active",
    risks: { contact: 1, money: 2 },
    recipients: 3,
    same_text: 2,
    reports: 1,
    other_photos: 0,
    photo: expect.toBeOneOf([null, expect.stringMatching(/^\/staff-files\/profile\//)]),
    age: expect.any(Number),
    look_alikes: { count: 0, members: [], words: "" },
    decisions: [],
  });
  expect(Date.parse(item?.last ?? "") - Date.parse(item?.first ?? "")).toBe(2 * minuteMs);
  expect(JSON.stringify(item)).not.toContain("hospital");
  // also once the hashes are erased
  services.clock.advance(2 * dayMs);
  await purgeFirstMessages.run(services, {});
  const later = await take(await staffMember(given, "moderator"));
  expect(later[0]).toMatchObject({ same_text: 2, risks: { contact: 1, money: 2 } });
});

test("D11.3 staff warn a member for flagged first messages with a rule and words, which closes the item; the mail says that a program found it", async ({
  flagged,
  take,
  mia,
  mails,
  services,
}) => {
  const { ben } = await flagged();
  const id = (await take())[0]?.id ?? "";
  const warn = (more: object) => mia.client.call(office.decideReview, { body: { id, verdict: "warned", ...more } });
  expect((await warn({ words: "Don't" })).body.error?.field_codes).toEqual({ ground: "required" });
  const missing = await warn({ ground: "scam", hold: true });
  expect(missing.body.error?.field_codes).toEqual({ words: "required" });
  expect((await warn({ ground: "scam", words: "Don't ask for money.", hold: true })).status).toBe(200);
  const decisionsOf = async () => (await ben.client.call(getDecisions)).body.decisions;
  expect(await decisionsOf()).toEqual([]);
  for (const held of await services.db.selectFrom("held_decisions").select("id").execute())
    await decideHeld.run(services, held);
  expect(await decisionsOf()).toMatchObject([{ decision: "warned", ground: "scam", source: "program" }]);
  const sent = (await mails(ben.email)).map(({ text }) => text).join();
  expect(sent).toContain("A program pointed it out to our team.");
  expect(sent).toContain("Don't ask for money.");
  expect(await take()).toEqual([]);
  const log = services.db.selectFrom("audit_log").select(["action", "reason"]).where("subject", "=", `review:${id}`);
  expect(await log.execute()).toEqual([{ action: "review_warned", reason: "scam" }]);
  expect((await warn({ ground: "scam", words: "Again" })).body.error?.code).toBe("staff_item_gone");
});

test("D11.3 flagged first messages are closed once without a measure, and by a ban of their member alone", async ({
  flagged,
  take,
  mia,
}) => {
  const { ben } = await flagged();
  const first = (await take())[0]?.id ?? "";
  const close = () => mia.client.call(office.decideReview, { body: { id: first, verdict: "closed" } });
  expect([(await close()).status, (await close()).status]).toEqual([200, 409]);
  expect((await ben.client.call(getDecisions)).body.decisions).toEqual([]);

  const { ben: eva } = await flagged();
  const sanction = async (measure: "muted" | "banned") => {
    const { version } = (await mia.client.call(getMemberFile, { query: { id: eva.id } })).body.member;
    const body = { id: eva.id, version, measure, days: 7, ground: "scam", words: "A scam" } as const;
    expect((await mia.client.call(sanctionMember, { body })).status).toBe(200);
  };
  await sanction("muted");
  expect(await take()).toMatchObject([{ member: { id: eva.id }, decisions: [{ decision: "muted" }] }]);
  await sanction("banned");
  expect(await take()).toEqual([]);
});
