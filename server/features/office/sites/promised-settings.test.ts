import { languages } from "#contract/constants.ts";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import { decideProposal, takeProposals } from "#contract/office.ts";
import { getSettings } from "#contract/sites.ts";
import {
  announceTerms,
  changeStaffSite,
  getSiteChanges,
  getStaffPages,
  getStaffSite,
  type SiteChange,
  undoSiteChange,
  withdrawTerms,
} from "#contract/staff-sites.ts";
import { getComingTerms } from "#contract/terms.ts";
import { announceTermsJob } from "#server/features/account/terms/jobs.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { changeSite } from "#server/features/sites/index.ts";
import { keepsPromise, promisedKeys, settingDefinitions } from "#server/site-settings.ts";
import { test as base, expect } from "#server/test.ts";
import { catalogIn } from "#web/pages/page-texts.server.ts";

const site = "rendezvous";

const test = base
  /** An admin who has just logged in, because tests move the clock and a session lasts 8 hours. */
  .extend(
    "admin",
    ({ given }) =>
      async () =>
        (await staffMember(given, "admin")).client,
  )
  .extend("change", ({ admin }) => async (...changes: SiteChange[]) => {
    return await (await admin()).call(changeStaffSite, { body: { site, changes } });
  })
  /** Announces what is drafted, for the first day on which it may apply. */
  .extend("announce", ({ admin, services }) => async () => {
    const client = await admin();
    const { id = "" } = (await client.call(getStaffPages, { query: { site } })).body.next ?? {};
    const appliesOn = dayOf(new Date(services.clock.now().getTime() + 31 * dayMs));
    expect((await client.call(announceTerms, { body: { site, id, applies_on: appliesOn } })).status).toBe(200);
    await announceTermsJob.run(services, {});
    return { id, appliesOn };
  })
  .extend("inForce", ({ services, visitor }) => async () => {
    services.clock.advance(5_000);
    return (await visitor().call(getSettings)).body.settings;
  })
  .extend("shown", ({ admin }) => async (name: string) => {
    const { settings } = (await (await admin()).call(getStaffSite, { query: { site } })).body;
    return settings.find((each) => each.name === name);
  });

/** Settings that the terms name without promising them to those who bought. */
const excused = ["signup_credits", "min_age", "fictional_icon", "fictional_plural", "profiles_daily"];

test("D14.2 each setting that the terms name is promised, or concerns no one who bought", () => {
  const named = languages.flatMap((language) =>
    [...JSON.stringify(catalogIn(language).terms).matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ""),
  );
  const settings = [...new Set(named)].filter((name) => Object.hasOwn(settingDefinitions, name));
  const promised: readonly string[] = promisedKeys;
  expect(settings.filter((name) => !promised.includes(name)).toSorted()).toEqual(excused.toSorted());
});

test("D14.2 what takes nothing away: a lower price, more gifts, credits that come back sooner, more days", () => {
  const kept = [
    ["message_credits", 2, 1],
    ["gift_factors", { rose: 2 }, { rose: 2, ring: 9 }],
    ["gift_factors", { rose: 2, ring: 4 }, { rose: 1 }],
    ["answer_days", 7, 3],
    ["answer_days", 0, 13],
    ["refund_days", undefined, 30],
    ["theme", "teal", "rose"],
    ["message_credits", 1, "no number"],
  ] as const;
  const lost = [
    ["message_credits", undefined, 2],
    ["photo_credits", 1, undefined],
    ["voice_credits", 1, undefined],
    ["call_minute_credits", undefined, 1],
    ["gift_factors", { rose: 2, ring: 4 }, { rose: 1, ring: 5 }],
    ["gift_factors", { rose: 2, ring: 4 }, { ring: 4 }],
    ["answer_days", 7, 0],
    ["answer_days", 7, 8],
    ["open_first_messages", 10, 9],
    ["refund_days", 30, undefined],
  ] as const;
  const keeps = ([key, before, after]: readonly [string, unknown, unknown]) =>
    keepsPromise(key as keyof typeof settingDefinitions, before, after);
  expect(kept.filter((change) => !keeps(change))).toEqual([]);
  expect((lost as readonly (readonly [string, unknown, unknown])[]).filter(keeps)).toEqual([]);
});

test("R9.05 D14.2 a dearer message is drafted, announced by mail with both prices, and in force 30 days later", {
  timeout: 60_000,
}, async ({ admin, change, announce, inForce, shown, member, mails, services, visitor }) => {
  const anna = await member();
  const saved = await change({ name: "message_credits", after: 2 }, { name: "theme", before: "rose", after: "teal" });
  expect(saved.status).toBe(200);
  expect(await inForce()).toMatchObject({ message_credits: 1, theme: "teal" });
  expect((await shown("message_credits"))?.coming).toEqual({ value: 2, from: null });
  services.clock.advance(60 * dayMs);
  await announceTermsJob.run(services, {});
  expect((await inForce()).message_credits).toBe(1);

  const { appliesOn } = await announce();
  const [mail] = (await mails(anna.email)).filter(({ subject }) => subject.includes("terms will change"));
  expect(mail?.text).toContain("A message: 2 credits instead of 1 credit");
  expect((await visitor().call(getComingTerms)).body.coming).toMatchObject({
    applies_on: appliesOn,
    settings: { message_credits: 2 },
  });
  expect((await shown("message_credits"))?.coming).toEqual({ value: 2, from: appliesOn });

  // what was announced stays as it was announced; what favours members does not wait for it
  for (const one of [
    { name: "message_credits", before: 2, after: 3 },
    { name: "message_credits", before: 2, after: 1 },
    { name: "photo_credits", after: 9 },
  ]) {
    expect((await change(one)).body.error?.code).toBe("terms_announced");
  }
  expect((await change({ name: "refund_days", after: 30 })).status).toBe(200);
  expect((await inForce()).refund_days).toBe(30);

  services.clock.advance(29 * dayMs);
  await announceTermsJob.run(services, {});
  expect((await inForce()).message_credits).toBe(1);
  // an outage of four days over the day: nothing changes before a worker runs, and then once
  services.clock.advance(4 * dayMs);
  expect((await inForce()).message_credits).toBe(1);
  await Promise.all([announceTermsJob.run(services, {}), announceTermsJob.run(services, {})]);
  expect((await inForce()).message_credits).toBe(2);
  expect((await shown("message_credits"))?.coming).toBeUndefined();

  const client = await admin();
  const { changes } = (await client.call(getSiteChanges, { query: { site } })).body;
  expect(changes[0]?.changes).toMatchObject([{ name: "message_credits", after: 2 }]);
  const undo = (id = "") => client.call(undoSiteChange, { body: { site, id } });
  // to take the rise back favours members, which a second person confirms; to take that back does not
  expect((await undo(changes[0]?.id)).status).toBe(200);
  const other = await admin();
  const [item] = (await other.call(takeProposals, { body: {} })).body.items;
  await other.call(decideProposal, { body: { id: item?.id ?? "", verdict: "confirmed" } });
  expect((await inForce()).message_credits).toBe(1);
  const [newest] = (await client.call(getSiteChanges, { query: { site } })).body.changes;
  expect((await undo(newest?.id)).body.error?.code).toBe("terms_need_notice");
});

test("D14.2 of two admins the second is told, a draft can be changed and cancelled, and a command is refused", async ({
  change,
  shown,
  inForce,
  member,
  services,
}) => {
  await member();
  const name = "open_first_messages";
  const both = await Promise.all([8, 9].map((after) => change({ name, after })));
  expect((await shown(name))?.saved).toBeUndefined();
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body.error).toMatchObject({
    code: "site_changed",
    field_codes: { [name]: "changed_meanwhile" },
  });
  const drafted = Number((await shown(name))?.coming?.value);
  expect((await change({ name, before: drafted, after: 7 })).status).toBe(200);
  expect((await shown(name))?.coming?.value).toBe(7);
  // the value in force: the draft is gone
  expect((await change({ name, before: 7, after: 10 })).status).toBe(200);
  expect((await shown(name))?.coming).toBeUndefined();
  await change({ name, before: 10, after: 5 });
  // better than what is in force: at once, instead of the draft
  expect((await change({ name, before: 5, after: 20 })).status).toBe(200);
  expect([(await inForce()).open_first_messages, (await shown(name))?.coming]).toEqual([20, undefined]);
  const context = { db: services.db, now: services.clock.now(), cdnHosts: [] };
  const command = changeSite(context, site, { settings: { open_first_messages: 10 } });
  await expect(command).rejects.toThrow("members are told 30 days before");
});

test("D14.2 an announcement that is taken back changes nothing; bad values are refused at their field", async ({
  admin,
  change,
  announce,
  inForce,
  shown,
  member,
  services,
}) => {
  await member();
  const { saved: before } = (await shown("answer_days")) ?? {};
  const wrong = await change({ name: "answer_days", before, after: 99 });
  expect(wrong.body.error?.field_codes).toEqual({ answer_days: "too_big" });
  await change({ name: "answer_days", before, after: 0 });
  const { id } = await announce();
  expect((await (await admin()).call(withdrawTerms, { body: { site, id } })).status).toBe(200);
  services.clock.advance(40 * dayMs);
  await announceTermsJob.run(services, {});
  expect((await inForce()).answer_days).toBe(7);
});

test("D14.2 whatever two admins do, in any order, no days are taken away that were not mailed 30 days before", {
  timeout: 120_000,
}, async ({ admin, change, inForce, shown, member, services }) => {
  await member();
  const name = "refund_days";
  let random = 7;
  const pick = (count: number) => {
    random = (random * 48_271) % 2_147_483_647;
    return random % count;
  };
  /** When a number of days was mailed to all. */
  const mailedAt = new Map<number, number>();
  const next = async () => (await (await admin()).call(getStaffPages, { query: { site } })).body.next;
  let days = (await inForce()).refund_days;
  for (let step = 0; step < 25; step += 1) {
    const act = pick(5);
    const setting = await shown(name);
    const seen = setting?.coming ? setting.coming.value : setting?.saved;
    if (act < 2) await change({ name, before: pick(4) === 0 ? 99 : seen, after: 14 + 4 * pick(5) });
    if (act === 2) {
      const { id = "" } = (await next()) ?? {};
      const appliesOn = dayOf(new Date(services.clock.now().getTime() + (30 + pick(3)) * dayMs));
      await (await admin()).call(announceTerms, { body: { site, id, applies_on: appliesOn } });
    }
    if (act === 3) services.clock.advance((1 + pick(20)) * dayMs);
    const before = await next();
    await announceTermsJob.run(services, {});
    const value = before?.settings.find((each) => each.name === name)?.value;
    const isMailed = typeof before?.applies_on === "string" && before.mailed === 0;
    if (isMailed) mailedAt.set(typeof value === "number" ? value : 14, services.clock.now().getTime());
    const now = (await inForce()).refund_days;
    const waited = services.clock.now().getTime() - (mailedAt.get(now) ?? Number.POSITIVE_INFINITY);
    if (now < days) expect(waited, `step ${step}: ${days} to ${now}`).toBeGreaterThanOrEqual(29 * dayMs);
    days = now;
  }
});
