import { getComplaints, replyToComplaint, sendComplaint } from "#contract/complaints.ts";
import { getDecisions } from "#contract/decisions.ts";
import { decideComplaint, getQueues, releaseItem, saveReply, takeComplaints } from "#contract/office.ts";
import { getMemberFile, writeToMember } from "#contract/staff-members.ts";
import { getUpdates } from "#contract/updates.ts";
import { report } from "#server/features/moderation/test-reports.ts";
import { expect } from "#server/test.ts";
import type { staffMember } from "../staff/test-staff.ts";
import { test } from "../test-office.ts";

type Staff = Awaited<ReturnType<typeof staffMember>>;
const write = ({ client }: Staff, id: string, text: string) => client.call(writeToMember, { body: { id, text } });

test("D11.4 R2.01 a message of staff is a mail, an update and a thread; the reply comes to support and moderators, before others", async ({
  member,
  mia,
  sue,
  mails,
  services,
}) => {
  const ben = await member({ language: "de" });
  expect((await write(mia, ben.id, "Are you all right?\nPlease call.")).status).toBe(200);
  const [mail, ...more] = await mails(ben.email);
  expect([mail?.subject, more]).toEqual([expect.stringMatching(/^Vom Team von Rendezvous: /), []]);
  for (const line of ["Are you all right?", "Please call.", "/de/decisions#"]) expect(mail?.text).toContain(line);
  const { updates } = (await ben.client.call(getUpdates)).body;
  const [thread] = (await ben.client.call(getComplaints)).body.complaints;
  expect(updates).toMatchObject([{ kind: "staff_message", path: `/decisions#${thread?.id}` }]);
  expect(thread).toMatchObject({ kind: "message", text: "", open: false, may_reply: true });
  expect(thread?.answer?.text).toBe("Are you all right?\nPlease call.");
  // it is no measure
  expect((await ben.client.call(getDecisions)).body.decisions).toEqual([]);
  const take = async () => (await sue.client.call(takeComplaints, { body: { count: 12 } })).body.items;
  expect(await take()).toEqual([]);

  const reply = { id: thread?.id ?? "", text: "Yes, thank you" };
  expect((await ben.client.call(replyToComplaint, { body: reply })).status).toBe(200);
  const [item] = await take();
  expect(item).toMatchObject({ id: thread?.id, urgent: true, topic: "safety", thread: [{ text: "Yes, thank you" }] });
  expect(item?.facts).toContainEqual({ label: "team_words", value: "Are you all right?\nPlease call." });
  const log = services.db.selectFrom("audit_log").selectAll().where("action", "=", "member_written");
  const entries = await log.execute();
  expect(entries).toMatchObject([{ staff_id: mia.id, member_id: ben.id, subject: `complaint:${thread?.id}` }]);
  expect(JSON.stringify(entries)).not.toContain("all right");
});

test("DSA 18 a moderator reads and answers what members write back to them, and no other complaint", async ({
  member,
  mia,
  sue,
}) => {
  const [ben, carla] = [await member(), await member()];
  await carla.client.call(sendComplaint, { body: { email: carla.email, text: "I don't feel safe", topic: "safety" } });
  await write(sue, carla.id, "How can we help?");
  await write(mia, ben.id, "Are you all right?");
  for (const { client } of [ben, carla]) {
    const { complaints } = (await client.call(getComplaints)).body;
    const id = complaints.find(({ kind }) => kind === "message")?.id ?? "";
    expect((await client.call(replyToComplaint, { body: { id, text: "Not really" } })).status).toBe(200);
  }
  const take = async () => (await mia.client.call(takeComplaints, { body: { count: 12 } })).body.items;
  const items = (await take()).filter(({ member: sender }) => [ben.id, carla.id].includes(sender?.id ?? ""));
  expect(items).toMatchObject([{ urgent: true, topic: null, kind: "message", member: { id: ben.id } }]);
  const { queues } = (await mia.client.call(getQueues, { query: { queue: "complaints" } })).body;
  expect(queues).toMatchObject([{ urgent: expect.any(Number) }]);
  const answer = { id: items[0]?.id ?? "", verdict: "answered", words: "We'll call you." } as const;
  expect((await mia.client.call(decideComplaint, { body: answer })).status).toBe(200);
  const { complaints } = (await ben.client.call(getComplaints)).body;
  expect(complaints[0]?.messages.at(-1)).toMatchObject({ team: true, text: "We'll call you." });
  // that of support is not a moderator's
  const { items: others } = (await sue.client.call(takeComplaints, { body: { count: 12 } })).body;
  const other = others.find(({ member: sender }) => sender?.id === carla.id)?.id ?? "";
  await sue.client.call(releaseItem, { body: { queue: "complaints", id: other } });
  const refused = await mia.client.call(decideComplaint, { body: { ...answer, id: other } });
  expect(refused.body.error?.code).toBe("staff_item_gone");
});

test("D11.4 staff have their own saved replies on a member's page; no one writes to a fictional profile", async ({
  member,
  mia,
  sue,
}) => {
  const ben = await member();
  await mia.client.call(saveReply, { body: { title: "Hello", text: "Hello, how are you?" } });
  const repliesOf = async ({ client }: Staff) =>
    (await client.call(getMemberFile, { query: { id: ben.id } })).body.replies.map(({ title }) => title);
  expect((await repliesOf(mia))[0]).toBe("Hello");
  expect(await repliesOf(sue)).not.toContain("Hello");
  const invented = await member({ fictional: true });
  expect((await write(mia, invented.id, "Hello")).body.error?.code).toBe("profile_not_found");
});

test("R13.06 the reply about lost money stands at hand for whose report of a fraud was right", async ({
  member,
  services,
  mia,
}) => {
  const [ben, rob] = [await member(), await member()];
  const fitting = async () => {
    const { replies } = (await mia.client.call(getMemberFile, { query: { id: ben.id } })).body;
    return replies.filter(({ fits }) => fits === true).map(({ title }) => title);
  };
  await report(ben, rob, { reason: "scam" });
  expect(await fitting()).toEqual([]);
  const settle = (unfounded: boolean) =>
    services.db
      .updateTable("reports")
      .set({ status: "closed", closed_at: services.clock.now(), unfounded })
      .where("reporter_id", "=", ben.id)
      .execute();
  await settle(true);
  expect(await fitting()).toEqual([]);
  await settle(false);
  expect(await fitting()).toEqual(["Money lost"]);
});

test("DSA 18 the saved replies for self-harm and for threats are in the member's language, with the numbers of their country", async ({
  member,
  services,
  mia,
}) => {
  const ben = await member({ language: "de" });
  const country = (code: string) =>
    services.db.updateTable("profiles").set({ country: code }).where("member_id", "=", ben.id).execute();
  const replies = async () => (await mia.client.call(getMemberFile, { query: { id: ben.id } })).body.replies.slice(-2);
  await country("DE");
  const [selfHarm, threatened] = await replies();
  expect(selfHarm).toMatchObject({ title: "Self-harm: where to get help", id: null });
  expect(selfHarm?.text).toMatch(/^Wir machen uns Sorgen.* 0800 111 0 111\. .* ruf 112, 110 an/);
  expect(threatened).toMatchObject({ title: "Threatened: what to do", id: null });
  expect(threatened?.text).toMatch(/^Wir nehmen diese Drohung ernst.* ruf 112, 110 an\.\n\n.*Behalte die Nachrichten/);
  // a country of the European Economic Area has its emergency number also without a crisis line
  await country("PT");
  expect((await replies()).map(({ text }) => text.includes("ruf 112 an"))).toEqual([false, true]);
  // without a crisis line of its own a country has the list of all
  await country("JP");
  expect((await replies())[0]?.text).toMatch(
    /die Notrufnummer deines Landes an\.\n\n.*: https:\/\/findahelpline\.com\/$/,
  );
  expect((await replies())[1]?.text).toContain("ruf die Notrufnummer deines Landes an");
});
