import { describe } from "vitest";
import { likeMember } from "#contract/likes.ts";
import { setNotification, type WeeklyKind, weeklyKinds } from "#contract/notifications.ts";
import { expect, type Fixtures } from "#server/test.ts";
import { stopMails } from "./preferences-store.ts";
import { isWeeklyTime, sendDigests, weeklyTimeZone } from "./send-weekly.ts";
import { type TestMember, test, type World } from "./test-away.ts";
import { readUnsubscribeToken } from "./unsubscribe.ts";

/** Half past five on a Sunday afternoon in Amsterdam. */
const sunday = "2026-11-22T16:30:00Z";

test.beforeEach(({ services }) => {
  services.clock.set("2026-11-22T15:00:00Z");
});

const wish = (who: TestMember, kind: WeeklyKind, enabled = true) =>
  who.client.call(setNotification, { body: { kind, channel: "email", enabled } });

/** Runs the job at a time, as often as it would run in an hour; returns the digests that a member got by then. */
async function digestsAt(world: World, services: Fixtures["services"], time: string, who: TestMember) {
  services.clock.set(time);
  for (let run = 0; run < 4; run += 1) await sendDigests.run(services, {});
  await services.jobs.drain(services);
  return world.mailsTo(who).filter(({ subject }) => subject.startsWith("Your week on"));
}

/** Ben, who wants the digest, and Anna, who wrote to him and likes him since he was here. */
async function pairWithNews(world: World, wants = true) {
  const [anna, ben] = [await world.someone("Anna"), await world.someone("Ben")];
  if (wants) await wish(ben, "digest");
  await world.pass(20);
  await world.write(anna, ben, "A secret about the sea");
  await anna.client.call(likeMember, { body: { id: ben.id } });
  await world.pass(1);
  return { anna, ben };
}

describe("D9.1 the weekly digest", () => {
  test("says on Sunday evening who wrote and who likes one, never what, once", async ({ world, services }) => {
    const { anna, ben } = await pairWithNews(world);
    const [mail, ...more] = await digestsAt(world, services, sunday, ben);
    expect(more).toEqual([]);
    expect(mail?.text).toContain(`Messages: ${anna.name}\nLikes: ${anna.name}\n`);
    expect(mail?.text).not.toContain("secret");
    expect(mail?.concerns).toEqual([ben.id, anna.id]);
    const token = /token=([\w-]+)>/.exec(mail?.headers["List-Unsubscribe"] ?? "")?.[1] ?? "";
    expect(readUnsubscribeToken(services.config.secret, token)).toEqual({ accountId: ben.id, kind: "digest" });
    expect(await digestsAt(world, services, "2026-11-22T19:00:00Z", ben)).toHaveLength(1);
  });

  test("comes only if the member asked for it", async ({ world, services }) => {
    const { ben } = await pairWithNews(world, false);
    expect(await digestsAt(world, services, sunday, ben)).toEqual([]);
    await wish(ben, "digest");
    await wish(ben, "digest", false);
    expect(await digestsAt(world, services, "2026-11-22T18:00:00Z", ben)).toEqual([]);
  });

  test("does not come if there is nothing to say, and says only what is still unread", async ({ world, services }) => {
    const ben = await world.someone("Ben");
    await wish(ben, "digest");
    await world.pass(20);
    expect(await digestsAt(world, services, sunday, ben)).toEqual([]);
  });

  test("waits while the member is here", async ({ world, services }) => {
    const { ben } = await pairWithNews(world);
    services.clock.set(sunday);
    await services.db
      .updateTable("profiles")
      .set({ last_active_at: services.clock.now() })
      .where("member_id", "=", ben.id)
      .execute();
    expect(await digestsAt(world, services, sunday, ben)).toEqual([]);
    expect(await digestsAt(world, services, "2026-11-22T17:30:00Z", ben)).toHaveLength(1);
  });

  test("R4.08 does not go to an address whose mails are stopped", async ({ world, services }) => {
    const { ben } = await pairWithNews(world);
    await stopMails(services.db, ben.id, "bounce");
    expect(await digestsAt(world, services, sunday, ben)).toEqual([]);
  });

  test("comes in the evening of the member’s own time zone", async ({ world, services }) => {
    const { ben } = await pairWithNews(world);
    await world.subscribe(ben, "America/New_York");
    expect(await digestsAt(world, services, sunday, ben)).toEqual([]);
    expect(await digestsAt(world, services, "2026-11-22T22:30:00Z", ben)).toHaveLength(1);
  });

  test("comes to no one who has not been here for half a year", async ({ world, services }) => {
    const { ben } = await pairWithNews(world);
    const long = new Date("2026-05-01T12:00:00Z");
    await services.db.updateTable("profiles").set({ last_active_at: long }).where("member_id", "=", ben.id).execute();
    expect(await digestsAt(world, services, sunday, ben)).toEqual([]);
  });
});

test("D9.1 weekly mails have no push: that switch does not exist", async ({ world }) => {
  const anna = await world.someone("Anna");
  for (const kind of weeklyKinds) {
    const body = { kind, channel: "push" as const, enabled: true };
    const answer = await anna.client.call(setNotification, { body });
    expect([answer.status, Object.keys(answer.body.error?.fields ?? {})]).toEqual([400, ["channel"]]);
  }
});

test("D9.1 a weekly mail has its evening in each time zone, also when the clocks change", () => {
  const at = (kind: WeeklyKind, zone: string, time: string) => isWeeklyTime(kind, zone, new Date(time));
  expect(at("digest", "Europe/Berlin", "2026-10-25T16:00:00Z")).toBe(true);
  expect(at("digest", "Europe/Berlin", "2026-10-25T15:59:00Z")).toBe(false);
  expect(at("digest", "Europe/Berlin", "2026-10-25T20:00:00Z")).toBe(false);
  expect(at("digest", "Pacific/Auckland", "2026-11-22T05:00:00Z")).toBe(true);
  expect(at("suggestions", "Europe/Berlin", "2026-11-26T17:00:00Z")).toBe(true);
  expect(at("suggestions", "Europe/Berlin", sunday)).toBe(false);
  expect([weeklyTimeZone("Asia/Tokyo", "NL"), weeklyTimeZone(null, "FI"), weeklyTimeZone("no zone", "DE")]).toEqual([
    "Asia/Tokyo",
    "Europe/Helsinki",
    "Europe/Berlin",
  ]);
});
