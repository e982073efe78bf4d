import { sendNotice } from "#contract/content-notices.ts";
import { getDecisions, objectToDecision } from "#contract/decisions.ts";
import * as office from "#contract/office.ts";
import { writeToMember } from "#contract/staff-members.ts";
import { expect, type Member } from "#server/test.ts";
import { decideOn, reportOn, test } from "./test-office.ts";

const report = (from: Member, about: Member, more: object = {}) => reportOn(from, about, { text: "", ...more });

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
  expect(item?.about).toMatchObject({ language: "fr", country: "DE", town: "Amsterdam" });
  const toReported = item?.replies.map(({ title }) => title);
  expect(toReported).toEqual([
    ...["Tone", "Threats", "Hatred", "Money", "Contact details", "Photos"],
    ...["Fake profile", "Against the law", "Under 18"],
  ]);
  expect(item?.replies.at(-1)?.text).toContain("sans donner ton nom\u202f: 116 111.");
  expect(item?.reporter_replies.map(({ title }) => title)).toEqual([
    "Reporter is afraid",
    "Reporter is worried",
    "No rule broken",
    "Saying no is fine",
    "Block them",
  ]);
  expect(item?.reporter_replies[0]?.text).toMatch(/^Danke, dass du uns Bescheid gesagt hast\..* ruf 112, 110 an\./);

  const standsFor = (title: string) => item?.replies.find((reply) => reply.title === title)?.grounds;
  expect(["Threats", "Under 18"].map(standsFor)).toEqual([["danger"], ["underage"]]);
  // each reader's words are refused with the verdicts of which the other one reads them
  expect(item?.replies.map(({ not_with: verdicts }) => verdicts?.includes("kept"))).not.toContain(false);
  expect(item?.replies.flatMap(({ not_with: verdicts }) => verdicts)).not.toContain("banned");
  const toReporter = item?.reporter_replies.map(({ not_with: verdicts }) => verdicts);
  expect(toReporter?.every((verdicts) => verdicts?.includes("banned") && !verdicts.includes("kept"))).toBe(true);

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
  expect(appeal?.replies.map(({ not_with: verdicts }) => verdicts).slice(0, 3)).toEqual([
    ["upheld"],
    ["rejected"],
    undefined,
  ]);
});

test("D11.2 what reporters read, members and guests, is kept with the report", async ({
  member,
  visitor,
  mia,
  services,
}) => {
  const [anna, ben, cleo] = [await member(), await member(), await member()];
  const kept = await report(anna, ben);
  await decideOn(mia, ben, kept, { verdict: "kept", words: "He only said no." });
  const acted = await report(anna, cleo);
  await decideOn(mia, cleo, acted, { verdict: "warned", words: "For Cleo alone" });
  const toldOf = async (id: string) =>
    (await mia.client.call(office.getDecidedReport, { query: { id } })).body.told.map(({ report: _, ...told }) => told);
  expect(await toldOf(kept)).toEqual([{ decision: "report_kept", words: "He only said no." }]);
  expect(await toldOf(acted)).toEqual([{ decision: "report_acted", words: "" }]);

  const guest = { reason: "scam", text: "He is a fraud", name: "Noor", email: "noor@example.org" } as const;
  await visitor().call(sendNotice, { body: { ...guest, place: ben.id, good_faith: true } });
  const open = services.db.selectFrom("reports").select("id").where("status", "=", "open");
  const { id } = await open.executeTakeFirstOrThrow();
  await decideOn(mia, ben, id, { verdict: "kept", words: "We found nothing." });
  expect(await toldOf(id)).toEqual([{ decision: null, words: "We found nothing." }]);
});

test("D11.2 a report names what staff wrote to its members since it was made, and when the reported member was active", async ({
  member,
  mia,
  services,
}) => {
  const [anna, ben] = [await member(), await member()];
  const write = ({ id }: Member) => mia.client.call(writeToMember, { body: { id, text: "Are you all right?" } });
  await write(anna);
  services.clock.advance(60_000);
  await report(anna, ben);
  services.clock.advance(60_000);
  await write(anna);
  const at = services.clock.now().toISOString();
  const [item] = (await mia.client.call(office.takeReports, { body: { count: 1 } })).body.items;
  expect(item?.letters).toEqual([{ name: anna.name, at }]);
  const profile = services.db.selectFrom("profiles").select("last_active_at").where("member_id", "=", ben.id);
  expect(item?.about?.last_active).toBe((await profile.executeTakeFirstOrThrow()).last_active_at.toISOString());
});

test("DSA 18 the text for the police has the other accounts with the same text, as perhaps the same person's, each logged", async ({
  member,
  mia,
  services,
}) => {
  const [anna, danny, daniel, actor] = [
    await member(),
    await member(),
    await member(),
    await member({ fictional: true }),
  ];
  const text = { about_me: "Looking for the one I lost, and I always find her." };
  const alike = [danny.id, daniel.id, actor.id];
  await services.db.updateTable("profiles").set(text).where("member_id", "in", alike).execute();
  const id = await report(anna, danny, { reason: "danger" });
  const written = (await mia.client.call(office.writePoliceText, { body: { id } })).body.text;
  const [, account = ""] = written.split("Account with the same “About me”: it may be the same person");
  expect([account.includes(daniel.id), account.includes(daniel.email)]).toEqual([true, true]);
  expect(written).not.toContain(actor.id);
  const log = services.db.selectFrom("audit_log").select("member_id").where("subject", "=", `report:${id}`);
  const opened = await log.where("action", "=", "police_text_opened").execute();
  expect(opened.map(({ member_id }) => member_id).sort()).toEqual([anna.id, danny.id, daniel.id].sort());
});

test("D11.2 if those who reported a member read several languages, their saved replies are in each, with no country's number", async ({
  member,
  mia,
  services,
}) => {
  const [anna, aino, olga, ben] = [
    await member({ language: "de" }),
    await member({ language: "fi" }),
    await member({ language: "fi" }),
    await member(),
  ];
  const move = (country: string, ids: string[]) =>
    services.db.updateTable("profiles").set({ country }).where("member_id", "in", ids).execute();
  await move("DE", [anna.id]);
  await move("FI", [aino.id, olga.id]);
  for (const reporter of [anna, aino, olga]) await report(reporter, ben);
  const { items } = (await mia.client.call(office.takeReports, { body: { count: 5 } })).body;
  const item = items.find(({ id }) => id === ben.id);
  // made in the same moment, in any order
  expect(item?.reporter_languages.toSorted()).toEqual(["de", "fi"]);
  const textOf = (title: string) => item?.reporter_replies.find((reply) => reply.title === title)?.text;
  expect(textOf("No rule broken")?.split("\n\n").toSorted()).toEqual([
    expect.stringMatching(/^Danke, dass du uns Bescheid gesagt hast/),
    expect.stringMatching(/^Kiitos, että kerroit/),
  ]);
  expect(textOf("Reporter is afraid")).not.toContain("112");
  expect(textOf("Reporter is afraid")).toContain("Notrufnummer deines Landes");
});

test("D11.2 for a guest's report that names no member a question for the profile stands at hand, in the guest's language", async ({
  visitor,
  mia,
}) => {
  const guest = {
    reason: "fake",
    text: "He uses my brother's photos",
    name: "Noor",
    email: "noor@example.org",
  } as const;
  const place = "A man with a red hat";
  await visitor().call(sendNotice, { body: { ...guest, place, good_faith: true } }, { language: "nl" });
  const { items } = (await mia.client.call(office.takeReports, { body: { count: 5 } })).body;
  const item = items.find(({ member }) => member === null);
  const [first] = item?.reporter_replies ?? [];
  expect(first).toMatchObject({ title: "Which profile?", fits: true });
  expect(first?.text).toMatch(/^Welk profiel bedoel je\?/);
  expect([first?.not_with?.includes("kept"), first?.not_with?.includes("asked")]).toEqual([true, false]);
  expect(item?.reporter_replies.map(({ title }) => title)).not.toContain("Block them");
});
