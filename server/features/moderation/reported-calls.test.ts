import { blockMember } from "#contract/moderation.ts";
import { talkIn, test } from "#server/features/chat/talks/test-talk.ts";
import { expect } from "#server/test.ts";
import { report } from "./test-reports.ts";

test("R12.02 a report names a call, which is kept with it when a block deletes the call's row", async ({
  talking,
  pass,
  services,
}) => {
  const { anna, ben, hers, his, id } = await talking();
  const asked = services.clock.now();
  await pass(90, id, hers, his);
  talkIn(await his.end(id));
  const { body } = await report(anna, ben, { reason: "explicit", talk: id });
  await anna.client.call(blockMember, { body: { id: ben.id } });
  const reports = services.db.selectFrom("reports").select(["id", "about", "talk_at", "talk_seconds"]);
  const rows = await reports.where("reporter_id", "=", anna.id).execute();
  expect(rows).toEqual([{ id: body.report, about: "profile", talk_at: asked, talk_seconds: 90 }]);
});

test("R12.02 a report names no call of others, and one that is gone is left out", async ({ talking, services }) => {
  const { anna, ben, hers, id } = await talking();
  const other = await talking();
  await hers.end(id);
  for (const talk of [other.id, crypto.randomUUID()]) {
    expect((await report(anna, ben, { reason: "harassment", talk })).status).toBe(200);
  }
  const read = async () =>
    await services.db
      .selectFrom("reports")
      .select(["talk_at", "talk_seconds"])
      .where("reporter_id", "=", anna.id)
      .executeTakeFirstOrThrow();
  expect(await read()).toEqual({ talk_at: null, talk_seconds: null });
  // a later report of the same names it
  expect((await report(anna, ben, { reason: "harassment", talk: id })).body).toMatchObject({ changed: true });
  expect(await read()).toMatchObject({ talk_seconds: 0 });
  expect((await report(anna, ben, { reason: "harassment", talk: id })).body.changed).toBe(true);
  expect(await read()).toMatchObject({ talk_seconds: 0 });
});
