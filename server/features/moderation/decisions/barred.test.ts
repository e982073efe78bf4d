import { getComplaintByLink, sendComplaint } from "#contract/complaints.ts";
import { getDecisions, getStatement, objectToDecision } from "#contract/decisions.ts";
import { reportMember } from "#contract/moderation.ts";
import { decideComplaint, decideObjection, takeComplaints } from "#contract/office.ts";
import { getMemberFile, sanctionMember } from "#contract/staff-members.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { decideOn } from "#server/features/office/test-office.ts";
import { test as base, expect, type Member } from "#server/test.ts";

/** What reaches members who can't log in, for another reason than the decision itself. */
const test = base
  .extend("mia", { scope: "file" }, ({ given }) => staffMember(given, "moderator"))
  .extend("max", { scope: "file" }, ({ given }) => staffMember(given, "moderator"))
  .extend("ada", { scope: "file" }, ({ given }) => staffMember(given, "admin"))
  .extend("take", { scope: "file" }, ({ mia }) => {
    return async ({ id }: Pick<Member, "id">, measure: "muted" | "suspended" | "banned") => {
      const { version } = (await mia.client.call(getMemberFile, { query: { id } })).body.member;
      const body = { id, version, measure, days: 7, ground: "harassment", words: "Why" } as const;
      expect((await mia.client.call(sanctionMember, { body })).status).toBe(200);
    };
  })
  /** Reports a member; answers the report's id. */
  .extend("reportOf", { scope: "file" }, () => async (by: Member, { id: member }: Pick<Member, "id">) => {
    const body = { member, about: "profile", reason: "scam", text: "" } as const;
    return (await by.client.call(reportMember, { body })).body.report;
  });

const tokenIn = (text: string | undefined) => /\/decisions\/([A-Za-z0-9_-]+)/.exec(text ?? "")?.[1] ?? "";

test("D11.2 a warning for a suspended member, and the decision on their own report, have a link that needs no login", async ({
  member,
  mia,
  take,
  reportOf,
  mails,
  visitor,
}) => {
  const [ben, anna, eva] = [await member(), await member(), await member()];
  const [ofBen, byBen] = [await reportOf(anna, ben), await reportOf(ben, eva)];
  await take(ben, "suspended");
  await decideOn(mia, ben, ofBen, { verdict: "warned" });
  await decideOn(mia, eva, byBen, { verdict: "kept" });
  const tokens = (await mails(ben.email)).map(({ text }) => tokenIn(text)).filter((token) => token !== "");
  const read = (token: string) => visitor().call(getStatement, { query: { token } });
  const decisions = (await Promise.all(tokens.map(read))).map(({ body }) => body.decision.decision);
  expect(decisions.toSorted()).toEqual(["report_kept", "suspended", "warned"]);
});

test("D11.2 who objected and was banned since gets the answer by mail", async ({
  member,
  take,
  max,
  mails,
  visitor,
}) => {
  const ben = await member();
  await take(ben, "muted");
  const [muted] = (await ben.client.call(getDecisions)).body.decisions;
  const id = muted?.id ?? "";
  expect((await ben.client.call(objectToDecision, { body: { id, text: "It was a joke" } })).status).toBe(200);
  await take(ben, "banned");
  const body = { id, verdict: "rejected", words: "It was not" } as const;
  expect((await max.client.call(decideObjection, { body })).status).toBe(200);
  const answer = (await mails(ben.email)).find(({ text }) => text.includes("It was not"));
  // an objection is answered once
  expect(answer?.text).not.toContain("You can appeal");
  // what it was about, as the decision said it
  expect(answer?.text).toContain("You can’t write to others for a while.");
  expect(answer?.text).toContain("You can still turn to a certified body");
  const { decision } = (await visitor().call(getStatement, { query: { token: tokenIn(answer?.text) } })).body;
  expect(decision.objection?.answer).toMatchObject({ upheld: false, text: "It was not" });
});

test("R2.01 the answer to a message of a member who was suspended since has a link that needs no login", async ({
  member,
  take,
  ada,
  mails,
  visitor,
}) => {
  const ben = await member();
  await ben.client.call(sendComplaint, { body: { email: ben.email, topic: "technical", text: "It is slow" } });
  await take(ben, "suspended");
  const [item] = (await ada.client.call(takeComplaints, { body: { count: 12 } })).body.items;
  const body = { id: item?.id ?? "", verdict: "answered", words: "Which page?" } as const;
  expect((await ada.client.call(decideComplaint, { body })).status).toBe(200);
  const mail = (await mails(ben.email)).find(({ text }) => text.includes("Which page?"));
  const token = /\/complaint\/([A-Za-z0-9_-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  const { complaint } = (await visitor().call(getComplaintByLink, { query: { token } })).body;
  expect(complaint).toMatchObject({ answer: { text: "Which page?" }, may_reply: true });
});
