import { randomUUID } from "node:crypto";
import { dayOf } from "#contract/days.ts";
import { dayMs, hourMs } from "#contract/durations.ts";
import { type FairDay, fairStep, getFair } from "#contract/fair.ts";
import { planting } from "#demo/insert.ts";
import { dice } from "#demo/random.ts";
import { deleteByAge } from "#server/db/delete-by-age.ts";
import { plantPayment } from "#server/features/payments/test-payment.ts";
import { retention } from "#server/features/retention.ts";
import { saveSetting } from "#server/features/sites/index.ts";
import { test as base, expect, type Fixtures } from "#server/test.ts";
import { countFair } from "./count-day.ts";
import { type Figure, figures } from "./rules.ts";

type Services = Fixtures["services"];
type Person = { id: string; gender: "male" | "female" };
type Event = { siteId: number; figure: Figure; at: Date; person: Person; other: Person; credits: number };

const first = Date.parse("2026-08-20T00:00:00Z");
const nights = 60;
const dayAt = (index: number) => dayOf(new Date(first + index * dayMs));

async function plant(services: Services, { siteId, figure, at, person, other, credits }: Event): Promise<unknown> {
  const { db } = services;
  const cause = /^(?:no_answer|declined|fraud|photo_refund|voice_refund)(?=_(?:fe)?male|$)/.exec(figure)?.[0];
  const with_question = figure.endsWith("_question");
  const message_id = randomUUID();
  const times = { sent_at: new Date(at.getTime() - 8 * dayMs), due_at: at, ended_at: at };
  const first = { ...times, site_id: siteId, author_id: person.id, conversation_id: randomUUID(), message_id };
  if (cause) {
    if (with_question) {
      // its recipient was erased: a pair has one promise
      const promise = { ...first, recipient_id: null, credits, outcome: cause, with_question };
      await planting(db).insertInto("answer_promises").values(promise).execute();
    }
    const entry = { site_id: siteId, member_id: person.id, cause, cause_id: message_id, created_at: at };
    return planting(db)
      .insertInto("ledger")
      .values({ ...entry, amount: credits, balance: credits })
      .execute();
  }
  if (figure.startsWith("answered")) {
    const promise = { ...first, recipient_id: other.id, credits: 1, outcome: "answered", with_question };
    return planting(db).insertInto("answer_promises").values(promise).execute();
  }
  if (figure === "fraud_bans") {
    const ban = { decision: "banned", ground: "scam", side: "owner", decision_id: randomUUID(), created_at: at };
    return db
      .insertInto("statements")
      .values({ ...ban, site_id: siteId, member_id: person.id })
      .execute();
  }
  if (figure === "fraud_warned") {
    const about = { about_name: "Ben", ground: "scam", decision_id: randomUUID(), last_at: at, warned_at: at };
    return db
      .insertInto("fraud_warnings")
      .values({ ...about, site_id: siteId, member_id: person.id, credits: 0 })
      .execute();
  }
  if (figure === "withdrawals") {
    const declared = { outcome: "recorded", number: "1", created_at: at };
    return db
      .insertInto("withdrawals")
      .values({ ...declared, site_id: siteId, member_id: person.id })
      .execute();
  }
  const price = { credits: 1, list_minor: 100, amount_minor: 100, refunded_minor: 100, currency: "EUR" };
  const id = await plantPayment(services, { ...person, siteId }, { ...price, created_at: at });
  const refund = { payment_id: id, amount_minor: 100, status: "completed", reason: "staff" };
  return db
    .insertInto("refunds")
    .values({ ...refund, created_at: at, completed_at: at })
    .execute();
}

/** Two sites with two months of events; of women on the second one there are too few to be counted. */
const test = base.extend("planted", { scope: "file" }, async ({ services, siteIds, member }) => {
  const random = dice("fair");
  const events: Event[] = [];
  for (const [index, siteId] of siteIds.entries()) {
    const people: Person[] = [];
    for (const [gender, count] of [["male", index === 0 ? 14 : 12] as const, ["female", index === 0 ? 13 : 5] as const])
      for (let at = 0; at < count; at += 1) people.push({ id: (await member({ siteId, gender })).id, gender });
    const pairs = random.some(
      people.flatMap((person, at) => people.slice(at + 1).map((other) => [person, other] as const)),
      people.length ** 2,
    );
    for (let day = 0; day < nights; day += 1) {
      const count = random.between(0, 18);
      for (let each = 0; each < count; each += 1) {
        const figure = random.pick(figures);
        const [one, two] = figure.startsWith("answered") ? (pairs.pop() ?? []) : random.some(people, 2);
        if (!one || !two) continue;
        const gender = /(?:fe)?male(?=$|_question)/.exec(figure)?.[0];
        const [person, other] = gender !== undefined && one.gender !== gender ? [two, one] : [one, two];
        if (gender !== undefined && person.gender !== gender) continue;
        // also the first and the last moment of a day
        const time = random.pick([0, dayMs - 1, random.between(0, dayMs - 1)]);
        const at = new Date(first + day * dayMs + time);
        events.push({ siteId, figure, at, person, other, credits: random.between(1, 9) });
      }
    }
  }
  for (const event of events) await plant(services, event);
  return { events };
});

async function countNight(services: Services, day: string): Promise<void> {
  services.clock.set(new Date(Date.parse(day) + dayMs + 2 * hourMs + 27 * 60_000).toISOString());
  await countFair.run(services, {});
}

/** The exact totals, counted by hand: a day's events join those that wait, until ten people are among them. */
function countPlainly(events: readonly Event[], siteId: number, counted: readonly number[]) {
  const totals = new Map<Figure, { count: number; credits: number }>();
  const waiting = new Map<Figure, Event[]>();
  let from = first;
  const days: Map<Figure, { count: number; credits: number }>[] = [];
  for (const night of counted) {
    const until = first + (night + 1) * dayMs;
    for (const figure of figures) {
      const own = events.filter((event) => event.siteId === siteId && event.figure === figure);
      const fresh = own.filter(({ at }) => at.getTime() >= from && at.getTime() < until);
      const list = [...(waiting.get(figure) ?? []), ...fresh];
      const writers = new Set(list.map(({ person }) => person.id)).size;
      const readers = new Set(list.map(({ other }) => other.id)).size;
      const people = figure.startsWith("answered") ? Math.min(writers, readers) : writers;
      waiting.set(figure, people >= fairStep ? [] : list);
      if (people < fairStep) continue;
      const before = totals.get(figure) ?? { count: 0, credits: 0 };
      const credits = list.reduce((sum, event) => sum + event.credits, 0);
      totals.set(figure, { count: before.count + list.length, credits: before.credits + credits });
    }
    days.push(new Map(totals));
    from = until;
  }
  return days;
}

const inTens = (exact: number) => Math.floor(exact / 10) * 10;
function expectDay(day: FairDay | undefined, plain: Map<Figure, { count: number; credits: number }> | undefined) {
  const count = (figure: Figure) => inTens(plain?.get(figure)?.count ?? 0);
  const back = (figure: Figure) => ({ messages: count(figure), credits: inTens(plain?.get(figure)?.credits ?? 0) });
  const sums = (...of: ("male" | "female" | "male_question" | "female_question")[]) => {
    const sum = (pick: (each: (typeof of)[number]) => number) => of.reduce((all, each) => all + pick(each), 0);
    const backOf = (cause: "no_answer" | "declined") => ({
      messages: sum((each) => back(`${cause}_${each}`).messages),
      credits: sum((each) => back(`${cause}_${each}`).credits),
    });
    return {
      answered: sum((each) => count(`answered_${each}`)),
      no_answer: backOf("no_answer"),
      declined: backOf("declined"),
    };
  };
  expect(day?.first_messages, day?.day).toEqual({
    male: sums("male", "male_question"),
    female: sums("female", "female_question"),
  });
  expect(day?.by_question, day?.day).toEqual({
    with: sums("male_question", "female_question"),
    without: sums("male", "female"),
  });
  const fraud = { bans: count("fraud_bans"), warned: count("fraud_warned"), given_back: back("fraud") };
  const rejected = { rejected_photos: back("photo_refund"), rejected_voice: back("voice_refund") };
  expect(day).toMatchObject({ fraud, ...rejected });
  expect([day?.withdrawals, day?.refunds]).toEqual([count("withdrawals"), count("refunds")]);
}

test("R10.04 R11.08 the figures of every night equal a plain count of what was planted, on each site alone", async ({
  client,
  visitor,
  services,
  siteIds,
  planted: { events },
}) => {
  expect((await client.call(getFair)).body).toEqual({ step: 10, days: [] });
  // a worker that was off misses two nights; the next one counts them, too
  const counted = Array.from({ length: nights }, (_, index) => index).filter((index) => index !== 20 && index !== 21);
  for (const night of counted) {
    await countNight(services, dayAt(night));
    if (night % 15 === 0) await countNight(services, dayAt(night));
  }
  for (const [index, siteId] of siteIds.entries()) {
    const plain = countPlainly(events, siteId, counted);
    const { days } = (await visitor(index === 0 ? "localhost" : "127.0.0.1").call(getFair)).body;
    expect(days.map(({ day }) => day)).toEqual(counted.map(dayAt));
    for (const [at, day] of days.entries()) expectDay(day, plain[at]);
    const last = days.at(-1);
    expect(last?.first_messages.male.no_answer.messages).toBeGreaterThan(0);
    // five women are never counted, however much they write
    expect((last?.first_messages.female.no_answer.messages ?? 0) > 0).toBe(index === 0);
  }
});

test("R10.04 by month: the last day of each, and the newest; old days go, the last of a month stays", async ({
  client,
  services,
}) => {
  const byMonth = async () => (await client.call(getFair, { query: { by: "month" } })).body.days;
  const last = dayAt(nights - 1);
  const months = ["2026-08-31", "2026-09-30", last];
  const before = await byMonth();
  expect(before.map(({ day }) => day)).toEqual(months);
  const period = retention.find(({ table }) => table === "fair_days");
  if (!period) throw new Error("fair_days are kept for ever");
  await deleteByAge(services.db, period, new Date(first + 2_000 * dayMs));
  expect((await client.call(getFair)).body.days).toEqual(before);
  const refused = await client.call(getFair, { query: { by: "year" as "day" } });
  expect([refused.status, refused.body.error?.code]).toEqual([400, "invalid_input"]);
  // the totals go on from the newest row, also after years without a night
  services.clock.set("2029-01-01T02:27:00Z");
  await countFair.run(services, {});
  const { days } = (await client.call(getFair)).body;
  expect(days.at(-1)?.day).toBe("2028-12-31");
  expect(days.at(-1)?.withdrawals).toBeGreaterThanOrEqual(before.at(-1)?.withdrawals ?? 0);
});

test("R10.04 members are counted in tens, fictional profiles exactly; a site without the promise says so", async ({
  client,
  visitor,
  services,
  siteIds,
  member,
}) => {
  const { db } = services;
  const [here, elsewhere] = siteIds;
  for (let count = 0; count < 13; count += 1) await member({ fictional: count < 3 });
  await saveSetting(db, elsewhere, "answer_days", 0);
  services.clock.set("2029-01-02T02:27:00Z");
  await Promise.all([countFair.run(services, {}), countFair.run(services, {})]);
  const listed = await db
    .selectFrom("profiles")
    .select("fictional")
    .where("site_id", "=", here)
    .where("listed", "=", true)
    .execute();
  const { days } = (await client.call(getFair)).body;
  expect(days.at(-1)).toMatchObject({
    day: "2029-01-01",
    members: inTens(listed.filter(({ fictional }) => !fictional).length),
    fictional: listed.filter(({ fictional }) => fictional).length,
    answer_days: 7,
  });
  const [before, after] = (await visitor("127.0.0.1").call(getFair)).body.days.slice(-2);
  expect([before?.answer_days, after?.answer_days]).toEqual([7, 0]);
  expect(after?.first_messages).toEqual(before?.first_messages);
});

test("R10.04 the median of decisions is given from ten, and moves with ten more", async ({
  client,
  services,
  siteIds,
}) => {
  const decide = (count: number, hours: number) =>
    services.db
      .insertInto("moderation_events")
      .values(
        Array.from({ length: count }, () => ({
          ...{ site_id: siteIds[0], what: "report_closed", kind: "scam", seconds: hours * 3600 },
          day: dayOf(services.clock.now()),
        })),
      )
      .execute();
  const hoursNow = async () => {
    services.clock.advance(dayMs);
    await countFair.run(services, {});
    return (await client.call(getFair)).body.days.at(-1)?.decision_hours;
  };
  await decide(9, 2);
  expect(await hoursNow()).toBeNull();
  await decide(1, 2);
  expect(await hoursNow()).toBe(2);
  await decide(9, 30);
  expect(await hoursNow()).toBe(2);
  await decide(2, 30);
  expect(await hoursNow()).toBe(30);
});
