import fc from "fast-check";
import { expect, test } from "vitest";
import { fairStep } from "#contract/fair.ts";
import { addFound, type Counted, type Found, moveMedian, moveNumber, showDay } from "./rules.ts";

/** Whose events a figure has on each of some days; an event gives back one credit. */
const daysOfEvents = fc.array(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 15 }), { maxLength: 60 });

const dayAt = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
const foundIn = (events: readonly number[]): Found => ({
  count: events.length,
  credits: events.length,
  people: new Set(events).size,
});

/** The totals of each day, and what waited on it, counted as the job does: all events after the total's last day. */
function countAll(days: readonly (readonly number[])[]) {
  let total: Counted = { count: 0, credits: 0, until: null };
  return days.map((_, index) => {
    const next = days.findIndex((_events, at) => dayAt(at) === total.until) + 1;
    const pending = days.slice(next, index + 1).flat();
    const grown = addFound(total, foundIn(pending), dayAt(index));
    const rest = grown === total ? pending : [];
    const added = grown === total ? [] : pending;
    total = grown;
    return { total, rest, added };
  });
}

const showMales = (total: Counted) =>
  showDay({
    ...{ day: "2026-01-01", members: 0, fictional: 0, answer_days: 7, decision_hours: null },
    totals: { no_answer_male: total },
  }).first_messages.male.no_answer;

test("R10.04 between any two days a total grows by nothing, or by what at least ten people did; nothing gets lost", () => {
  fc.assert(
    fc.property(daysOfEvents, (days) => {
      const counted = countAll(days);
      for (const [index, { total, rest, added }] of counted.entries()) {
        const before = counted[index - 1]?.total.count ?? 0;
        expect(total.count - before).toBe(added.length);
        expect(added.length === 0 || new Set(added).size >= fairStep).toBe(true);
        expect(new Set(rest).size).toBeLessThan(fairStep);
        expect(total.count + rest.length).toBe(days.slice(0, index + 1).flat().length);
      }
    }),
  );
});

test("R11.08 R10.04 first messages with and without a question add up to those of men and women", () => {
  const total = (count: number): Counted => ({ count, credits: count, until: null });
  const { first_messages, by_question } = showDay({
    ...{ day: "2026-01-01", members: 0, fictional: 0, answer_days: 7, decision_hours: null },
    totals: {
      ...{ answered_male: total(40), answered_male_question: total(25), answered_female_question: total(13) },
      ...{ no_answer_male_question: total(31), declined_female: total(10) },
    },
  });
  expect([first_messages.male.answered, first_messages.female.answered]).toEqual([60, 10]);
  expect([by_question.with.answered, by_question.without.answered]).toEqual([30, 40]);
  expect(by_question.with.no_answer).toEqual({ messages: 30, credits: 30 });
  expect(by_question.without.declined).toEqual({ messages: 10, credits: 10 });
});

test("R10.04 what waits changes nothing that is published: other numbers below ten look the same", () => {
  const few = fc.array(fc.integer({ min: 1, max: fairStep - 1 }), { maxLength: 12 });
  fc.assert(
    fc.property(daysOfEvents, few, few, (days, one, other) => {
      const published = (last: readonly number[]) => {
        const counted = countAll(days);
        const until = counted.findLastIndex(({ added }) => added.length > 0);
        // all that came since the total last grew is replaced by other events of fewer than ten people
        const changed = [...days.slice(0, until + 1), ...days.slice(until + 1).map(() => []), last];
        return countAll(changed).map(({ total }) => showMales(total));
      };
      expect(published(one)).toEqual(published(other));
    }),
  );
});

test("R10.04 published totals are whole tens, so an exact number elsewhere can’t be subtracted from them", () => {
  fc.assert(
    fc.property(daysOfEvents, (days) => {
      for (const { total } of countAll(days)) {
        const { messages, credits } = showMales(total);
        expect([messages % fairStep, credits % fairStep]).toEqual([0, 0]);
        expect(total.count - messages).toBeLessThan(fairStep);
      }
    }),
  );
});

test("R10.04 the members’ number and the median stay until they differ by ten people, or ten decisions were made", () => {
  expect([moveNumber(0, 9), moveNumber(0, 10), moveNumber(17, 26), moveNumber(17, 27), moveNumber(17, 7)]).toEqual([
    0, 10, 17, 27, 7,
  ]);
  const before = { decision_hours: 3, decided_until: "2026-01-01" };
  expect(moveMedian(before, undefined, "2026-01-02")).toBe(before);
  expect(moveMedian(before, { fresh: 9, seconds: 60 }, "2026-01-02")).toBe(before);
  expect(moveMedian(before, { fresh: 10, seconds: 5_399 }, "2026-01-02")).toEqual({
    decision_hours: 1,
    decided_until: "2026-01-02",
  });
  expect(moveMedian(before, { fresh: 10, seconds: null }, "2026-01-02")).toBe(before);
});

test("R10.04 a day shows each figure in its place, in whole tens, except those that are about no people", () => {
  const of = (count: number, credits = 0) => ({ count, credits, until: "2026-01-01" });
  const stored = {
    ...{ answered_male: of(15), no_answer_male: of(29, 58), declined_male: of(31, 62) },
    ...{ answered_female: of(45), no_answer_female: of(59, 118), declined_female: of(61, 122) },
    ...{
      fraud: of(75, 150),
      photo_refund: of(89, 178),
      voice_refund: of(95, 285),
      fraud_bans: of(91),
      fraud_warned: of(105),
    },
    ...{ withdrawals: of(119), refunds: of(121) },
  };
  const day = { day: "2026-01-02", fictional: 13, answer_days: 7, decision_hours: 5 };
  expect(showDay({ ...day, members: 1239, totals: stored })).toEqual({
    ...day,
    members: 1230,
    first_messages: {
      male: { answered: 10, no_answer: { messages: 20, credits: 50 }, declined: { messages: 30, credits: 60 } },
      female: { answered: 40, no_answer: { messages: 50, credits: 110 }, declined: { messages: 60, credits: 120 } },
    },
    by_question: {
      with: { answered: 0, no_answer: { messages: 0, credits: 0 }, declined: { messages: 0, credits: 0 } },
      without: { answered: 50, no_answer: { messages: 70, credits: 160 }, declined: { messages: 90, credits: 180 } },
    },
    fraud: { bans: 90, warned: 100, given_back: { messages: 70, credits: 150 } },
    rejected_photos: { messages: 80, credits: 170 },
    rejected_voice: { messages: 90, credits: 280 },
    withdrawals: 110,
    refunds: 120,
    decision_hours: 5,
  });
});
