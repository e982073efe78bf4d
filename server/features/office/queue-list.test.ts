import { hourMs, minuteMs } from "#contract/durations.ts";
import { reportMember } from "#contract/moderation.ts";
import { getQueueList, takeReports } from "#contract/office.ts";
import { expect, type Member, test } from "#server/test.ts";
import { staffMember } from "./staff/test-staff.ts";

const report = (from: Member, { id: member }: Member, reason: "scam" | "danger" | "fake") =>
  from.client.call(reportMember, { body: { member, about: "profile", reason, text: "" } });

test("D11.4 a queue as a list, by kind, site, age and language; the chosen item comes first, and others see who has it", async ({
  member,
  siteIds,
  given,
  services,
}) => {
  const [old, foreign, urgent] = [await member(), await member({ siteId: siteIds[1] }), await member()];
  await services.db.updateTable("accounts").set({ language: "fr" }).where("id", "=", urgent.id).execute();
  await report(await member(), old, "scam");
  services.clock.advance(2 * hourMs);
  await report(await member({ siteId: siteIds[1] }), foreign, "fake");
  services.clock.advance(minuteMs);
  await report(await member(), urgent, "danger");
  const [mia, max] = [await staffMember(given, "moderator"), await staffMember(given, "moderator")];
  const list = async (query: object = {}, { client } = mia) =>
    (await client.call(getQueueList, { query: { queue: "reports", ...query } })).body;
  const ids = async (query?: object) => (await list(query)).items.map(({ id }) => id);
  expect(await ids()).toEqual([urgent.id, old.id, foreign.id]);
  expect((await list()).kinds).toEqual(["danger", "fake", "scam"]);
  expect(await ids({ sort: "oldest" })).toEqual([old.id, foreign.id, urgent.id]);
  expect(await ids({ sort: "newest" })).toEqual([urgent.id, foreign.id, old.id]);
  expect(await ids({ kind: "fake" })).toEqual([foreign.id]);
  expect(await ids({ site: "rendezvous" })).toEqual([urgent.id, old.id]);
  expect(await ids({ waited: "1" })).toEqual([old.id]);
  expect(await ids({ language: "fr" })).toEqual([urgent.id]);
  const first = async ({ client }: typeof mia) =>
    (await client.call(takeReports, { body: { count: 1, first: foreign.id } })).body.items.map(({ id }) => id);
  expect(await first(mia)).toEqual([foreign.id, urgent.id]);
  // what a colleague works on is not taken away
  expect(await first(max)).toEqual([old.id]);
  expect((await list({}, max)).items.map(({ by }) => by === null)).toEqual([false, false, false]);
  expect((await max.client.call(getQueueList, { query: { queue: "payments" } })).body.error?.code).toBe(
    "staff_role_missing",
  );
});

test("D11.4 each order of a list goes on with its next page, and no item is left out or there twice", async ({
  given,
  member,
  services,
}) => {
  const { client } = await staffMember(given, "moderator");
  for (let at = 0; at < 53; at += 1) {
    const { id } = await member();
    const since = new Date(services.clock.now().getTime() - at * minuteMs);
    await services.db
      .updateTable("profiles")
      .set({ about_me_inspection: "Call 0171 2345678", about_me_inspection_since: since })
      .where("member_id", "=", id)
      .execute();
  }
  const all = async (query: object) => {
    const first = (await client.call(getQueueList, { query: { queue: "texts", ...query } })).body;
    const cursor = first.cursor ?? "";
    const second = (await client.call(getQueueList, { query: { queue: "texts", ...query, cursor } })).body;
    return [...first.items, ...second.items].map(({ id }) => id);
  };
  const [queue, oldest, newest] = [await all({}), await all({ sort: "oldest" }), await all({ sort: "newest" })];
  expect(new Set(queue).size).toBe(53);
  expect([oldest, newest.reverse()]).toEqual([queue, queue]);
  expect((await client.call(getQueueList, { query: { queue: "texts" } })).body.kinds).toEqual(["about_me"]);
});
