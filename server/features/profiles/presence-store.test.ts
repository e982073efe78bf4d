import { sql } from "kysely";
import { onlineMinutes } from "#contract/constants.ts";
import { dayOf } from "#contract/days.ts";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { getCard, getMember } from "#contract/members.ts";
import { pageHidden } from "#contract/page-visits.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import { markActive, markLeft, markPresent } from "./presence-store.ts";

/** Whether one member sees another as online. */
const isOnline = async ({ id }: Member, { client }: Member) =>
  (await client.call(getCard, { query: { id } })).body.member.online;

const test = base
  .extend("seen", { scope: "file" }, ({ services }) => async ({ id }: { id: string }) => {
    const profiles = services.db.selectFrom("profiles").select("last_active_at").where("member_id", "=", id);
    return (await profiles.executeTakeFirstOrThrow()).last_active_at;
  })
  /** Lets so many minutes pass while members have a visible page, as the server records it. */
  .extend("watch", { scope: "file" }, ({ services }) => async (minutes: number, ...members: Member[]) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      services.clock.advance(minuteMs);
      const ids = members.map(({ id }) => id);
      await markPresent(services.db, ids, services.clock.now());
    }
  });

test("D9.1 members with a visible page are marked at once, fictional profiles are not", async ({
  member,
  services,
  seen,
}) => {
  const { db, clock } = services;
  const long = new Date(clock.now().getTime() - hourMs);
  const [anna, invented, gone] = await Promise.all([
    member({ lastActiveAt: long }),
    member({ lastActiveAt: long, fictional: true }),
    member({ lastActiveAt: long }),
  ]);
  await markPresent(db, [anna.id, invented.id], clock.now());
  await markActive(db, invented.id, clock.now());
  await markLeft(db, new Map([[invented.id, clock.now()]]));
  await markPresent(db, [], clock.now());
  await markLeft(db, new Map());
  expect((await seen(anna)).getTime()).toBeGreaterThan(clock.now().getTime());
  expect([await seen(invented), await seen(gone)]).toEqual([long, long]);
  // a request of a member who is not marked
  await markActive(db, gone.id, clock.now());
  expect(await seen(gone)).toEqual(clock.now());
});

test("performance: a page that is open for an hour writes its member 7 times; they are online all the time", async ({
  pair,
  services: { db },
  watch,
}) => {
  const [anna, ben] = await pair();
  /** The transaction that wrote the row last. */
  const version = async () => {
    const { rows } = await sql<{ xmin: string }>`
      select xmin::text as xmin from profiles where member_id = ${anna.id}`.execute(db);
    return rows[0]?.xmin;
  };
  const versions = new Set([await version()]);
  for (let minute = 0; minute < 60; minute += 1) {
    await watch(1, anna);
    versions.add(await version());
    expect(await isOnline(anna, ben), `minute ${minute}`).toBe(true);
  }
  expect(versions.size - 1).toBe(7);
});

test("D4.3 a member who leaves a visible page is online for five more minutes, as one who made a call", async ({
  pair,
  services,
  watch,
  seen,
}) => {
  const [anna, ben] = await pair();
  await watch(3, anna);
  await anna.client.call(pageHidden, { query: {}, body: {} });
  expect(await seen(anna)).toEqual(services.clock.now());
  services.clock.advance(onlineMinutes * minuteMs - 1);
  expect(await isOnline(anna, ben)).toBe(true);
  services.clock.advance(1);
  expect(await isOnline(anna, ben)).toBe(false);
});

test("D9.1 a page of the member that another process has open is seen within a minute of leaving this one", async ({
  pair,
  services,
  watch,
  seen,
}) => {
  const [anna, ben] = await pair();
  await watch(4, anna);
  await markLeft(services.db, new Map([[anna.id, services.clock.now()]]));
  await watch(1, anna);
  expect((await seen(anna)).getTime()).toBeGreaterThan(services.clock.now().getTime());
  services.clock.advance(onlineMinutes * minuteMs);
  expect(await isOnline(anna, ben)).toBe(true);
});

test("D4.3 a page that is visible around midnight makes no member active tomorrow", async ({
  pair,
  services,
  watch,
}) => {
  const [anna, ben] = await pair();
  const now = services.clock.now().getTime();
  services.clock.advance(dayMs - (now % dayMs) - 2 * minuteMs);
  await watch(1, anna);
  const { profile } = (await ben.client.call(getMember, { query: { id: anna.id } })).body;
  expect(profile).toMatchObject({ online: true, last_active: dayOf(services.clock.now()) });
});

test("D9.1 once the clock was set back, a request, a visible page and leaving count from the clock's time", async ({
  member,
  services: { db, clock },
  seen,
}) => {
  const lastActiveAt = new Date(clock.now().getTime() + hourMs);
  const [anna, ben, eva] = [
    await member({ lastActiveAt }),
    await member({ lastActiveAt }),
    await member({ lastActiveAt }),
  ];
  await markActive(db, anna.id, clock.now());
  await markPresent(db, [ben.id], clock.now());
  await markLeft(db, new Map([[eva.id, clock.now()]]));
  expect([await seen(anna), await seen(eva)]).toEqual([clock.now(), clock.now()]);
  expect((await seen(ben)).getTime()).toBeLessThan(lastActiveAt.getTime());
});
