import { getDecisions } from "#contract/decisions.ts";
import { getMember } from "#contract/members.ts";
import { reportMember } from "#contract/moderation.ts";
import * as office from "#contract/office.ts";
import {
  getQuestions,
  maxQuestions,
  questionCodes,
  questionLength,
  saveQuestions,
} from "#contract/opening-questions.ts";
import { getOwnProfile } from "#contract/profiles.ts";
import { getUpdates } from "#contract/updates.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { decideOn } from "#server/features/office/test-office.ts";
import { test as base, expect, type Member } from "#server/test.ts";

const test = base.extend("mia", { scope: "file" }, ({ given }) => staffMember(given, "moderator"));
const save = ({ client }: Member, body: { chosen?: (typeof questionCodes)[number][]; written?: string[] }) =>
  client.call(saveQuestions, { body: { chosen: [], written: [], ...body } });
const seen = async (who: Member, { id }: Member) =>
  (await who.client.call(getMember, { query: { id } })).body.profile.questions.map(({ text }) => text);

test("R11.01 up to three questions, written or of forty, in their order; those that stay keep their id", async ({
  member,
}) => {
  const [anna, ben] = [await member(), await member()];
  const { themes, own } = (await anna.client.call(getQuestions)).body;
  expect(themes.flatMap(({ questions }) => questions.map(({ code }) => code))).toEqual(questionCodes);
  expect([questionCodes.length, own.length]).toEqual([40, 0]);

  const first = (await save(anna, { chosen: ["sea", "song"], written: [" What made you move here? "] })).body.own;
  expect(first.map(({ code, text }) => [code, text])).toEqual([
    [null, "What made you move here?"],
    ["sea", "Sea or mountains?"],
    ["song", "Which song always lifts your mood?"],
  ]);
  expect(await seen(ben, anna)).toEqual(first.map(({ text }) => text));
  const second = (await save(anna, { chosen: ["film", "sea"] })).body.own;
  expect(second.map(({ code }) => code)).toEqual(["film", "sea"]);
  expect(second[1]?.id).toBe(first[1]?.id);
  expect((await anna.client.call(getOwnProfile)).body.questions).toEqual(second);

  const many = await save(anna, { chosen: ["sea", "film", "song"], written: ["And you?"] });
  expect([many.body.error?.code, maxQuestions]).toEqual(["limit_reached", 3]);
  const long = await save(anna, { written: ["x".repeat(questionLength + 1)] });
  expect(long.body.error?.field_codes).toEqual({ written: "text_too_long" });
  expect(await seen(ben, anna)).toHaveLength(2);
  await save(anna, {});
  expect(await seen(ben, anna)).toEqual([]);
});

test("R11.01 D11.3 a question with contact details waits for staff, who show it, or reject it with reasons", async ({
  member,
  mia,
}) => {
  const [anna, ben] = [await member(), await member()];
  const text = "Will you call 0171 2345678?";
  const [waits] = (await save(anna, { written: [text] })).body.own;
  expect([waits?.inspection, await seen(ben, anna)]).toEqual([true, []]);
  const { items } = (await mia.client.call(office.takeTexts, { body: { count: 12 } })).body;
  expect(items.find(({ id }) => id === waits?.id)).toMatchObject({ text, kind: "question", member: { id: anna.id } });
  const decide = (verdict: "approved" | "contact_details", id = waits?.id ?? "", said = text) =>
    mia.client.call(office.decideText, { body: { id, verdict, text: said } });
  expect((await decide("approved", waits?.id, "Another text")).body.error?.code).toBe("staff_item_gone");
  expect((await decide("approved")).status).toBe(200);
  expect(await seen(ben, anna)).toEqual([text]);
  expect((await anna.client.call(getUpdates)).body.updates).toMatchObject([{ kind: "question_approved" }]);

  // kept as it is: it is not inspected again
  expect((await save(anna, { chosen: ["sea"], written: [text] })).body.own[0]?.inspection).toBe(false);
  const [again] = (await save(anna, { written: ["Or 0171 2345679?"] })).body.own;
  expect((await decide("contact_details", again?.id, again?.text)).status).toBe(200);
  expect((await anna.client.call(getOwnProfile)).body.questions).toEqual([]);
  const [stated] = (await anna.client.call(getDecisions)).body.decisions;
  expect(stated).toMatchObject({ decision: "question_rejected", content: { about: "question", text: again?.text } });
});

test("R11.01 D11.2 a reported question disappears once staff take it down, and its owner reads why", async ({
  member,
  mia,
  mails,
}) => {
  const [anna, ben, eva] = [await member(), await member(), await member()];
  const [own] = (await save(ben, { chosen: ["sea"], written: ["How much do you earn?"] })).body.own;
  const report = (question: string | undefined, whom = ben) =>
    anna.client.call(reportMember, {
      body: { member: whom.id, about: "question", question, reason: "harassment", text: "" },
    });
  expect((await report(undefined)).body.error?.field_codes).toEqual({ question: "required" });
  expect((await report(own?.id, eva)).body.error?.code).toBe("question_not_found");
  const { report: id } = (await report(own?.id)).body;
  const { items } = (await mia.client.call(office.takeReports, { body: { count: 10 } })).body;
  const [shown] = items.find((item) => item.id === ben.id)?.reports ?? [];
  expect(shown).toMatchObject({ about: "question", message: "How much do you earn?" });
  expect((await decideOn(mia, ben, id, { verdict: "removed", ground: "harassment" })).status).toBe(200);
  expect(await seen(anna, ben)).toEqual(["Sea or mountains?"]);
  const [stated] = (await ben.client.call(getDecisions)).body.decisions;
  const content = { about: "question", text: "How much do you earn?" };
  expect(stated).toMatchObject({ decision: "question_rejected", ground: "harassment", content });
  const [mail] = await mails(ben.email);
  expect(mail?.text).toContain("We rejected one of your questions");
});
