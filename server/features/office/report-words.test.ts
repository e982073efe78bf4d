import { getDecisions, objectToDecision } from "#contract/decisions.ts";
import { reportMember } from "#contract/moderation.ts";
import * as office from "#contract/office.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import { decideOn } from "./test-office.ts";

const test = base
  .extend("mia", { scope: "file" }, ({ given }) => staffMember(given, "moderator"))
  .extend("max", { scope: "file" }, ({ given }) => staffMember(given, "moderator"));

const report = async ({ client }: Member, about: Member, more: object = {}) =>
  (await client.call(reportMember, { body: { member: about.id, about: "profile", reason: "scam", text: "", ...more } }))
    .body.report;

test("D11.2 a report of any kind has saved replies for its reporter and for the reported member, each in the reader's language, and so has an appeal", async ({
  member,
  mia,
  max,
  services,
}) => {
  const [anna, ben] = [await member({ language: "de" }), await member({ language: "fr" })];
  const live = { country: "DE" };
  await services.db.updateTable("profiles").set(live).where("member_id", "in", [anna.id, ben.id]).execute();
  const id = await report(anna, ben);
  const [item] = (await mia.client.call(office.takeReports, { body: { count: 1 } })).body.items;
  const toReported = item?.replies.map(({ title }) => title);
  expect(toReported).toEqual(["Tone", "Money", "Photos", "Under 18"]);
  expect(item?.replies.at(-1)?.text).toContain("sans donner ton nom\u202f: 116 111.");
  expect(item?.reporter_replies.map(({ title }) => title)).toEqual([
    "Reporter is afraid",
    "Reporter is worried",
    "No rule broken",
    "Saying no is fine",
    "Block them",
  ]);
  expect(item?.reporter_replies[0]?.text).toMatch(/^Danke, dass du uns Bescheid gesagt hast\..* ruf 112, 110 an\./);

  await decideOn(mia, ben, id, { verdict: "warned" });
  const [decision] = (await ben.client.call(getDecisions)).body.decisions;
  await ben.client.call(objectToDecision, { body: { id: decision?.id ?? "", text: "I did nothing" } });
  const [appeal] = (await max.client.call(office.takeObjections, { body: { count: 1 } })).body.items;
  expect(appeal?.replies.map(({ title }) => title).slice(0, 3)).toEqual([
    "The decision stands",
    "We were wrong",
    "Tone",
  ]);
  expect(appeal?.replies[1]?.text).toMatch(/^Tu as raison/);
});
