import { expect, test } from "vitest";
import { languages } from "#contract/constants.ts";
import type { FairDay } from "#contract/fair.ts";
import { fairWords, wholePercents } from "./fair-words.server.ts";
import { catalogIn } from "./page-texts.server.ts";

const values = { site: "Example", answer_days: 7, fictional_plural: "fictional profiles" };

/** A day on which all totals are so many times those of one month. */
function dayAfter(day: string, months: number, change: Partial<FairDay> = {}): FairDay {
  const messages = (answered: number, none: number, declined: number) => ({
    answered: answered * months,
    no_answer: { messages: none * months, credits: none * months },
    declined: { messages: declined * months, credits: declined * months },
  });
  return {
    ...{ day, members: 1230, fictional: 7, answer_days: 7, decision_hours: 5 },
    first_messages: { male: messages(100, 250, 50), female: messages(40, 20, 0) },
    by_question: { with: messages(15, 10, 5), without: messages(125, 260, 45) },
    fraud: { bans: 0, warned: 20 * months, given_back: { messages: 30 * months, credits: 60 * months } },
    ...{ rejected_photos: { messages: 0, credits: 0 }, rejected_voice: { messages: 4 * months, credits: 12 * months } },
    ...{ withdrawals: 10 * months, refunds: 0 },
    ...change,
  };
}
const days = ["2026-07-31", "2026-08-31", "2026-09-30", "2026-10-31", "2026-11-19"].map((day, at) =>
  dayAfter(day, at + 1),
);

test("R10.04 R11.08 the page counts from the end of a month 90 days ago, gives shares from a hundred messages, and few as few", () => {
  const { tables, intro, months } = fairWords("en", days, values);
  expect(intro).toEqual(["Up to 19 Nov 2026. What happened is counted since 31 Jul 2026."]);
  const cells = Object.fromEntries(tables.map(({ title, rows }) => [title, rows.map(({ value }) => value)]));
  expect(cells).toEqual({
    "Who’s here": ["1,230", "7"],
    "First messages by men": ["25%", "13%", "62%"],
    "First messages by women": ["67%", "0%", "33%"],
    "Answered in time, with and without a question": ["50% (41% to 59%)", "29% (27% to 31%)"],
    "Credits given back": ["1,080", "200", "240", "fewer than 10", "48"],
    "Against fraud": ["fewer than 10", "80"],
    "Money back": ["40", "fewer than 10"],
    Reports: ["5 hrs"],
  });
  expect(months?.rows).toEqual(
    ["Nov 2026", "Oct 2026", "Sept 2026", "Aug 2026"].map((month) => ({
      month,
      // sixty messages by women are too few for a month's share
      values: ["25%", "–", "392"],
    })),
  );
});

test("R10.04 a young site is counted from its beginning; without the promise the page says so; before the first night, too", () => {
  const [first] = days;
  if (!first) throw new Error("there is a day");
  const young = fairWords("en", [first], values);
  expect(young.intro).toEqual(["Up to 31 Jul 2026. What happened is counted since the site began."]);
  expect([young.months, young.tables[2]?.rows[0]?.value]).toEqual([null, "too few so far"]);
  expect(young.tables[3]?.rows.map(({ value }) => value)).toEqual(["too few so far", "29% (25% to 34%)"]);
  const off = fairWords("en", [dayAfter("2026-11-19", 0, { answer_days: 0 })], values);
  expect(off.intro[1]).toContain("doesn’t promise an answer");
  expect(off.tables.map(({ title }) => title)).not.toContain("First messages by men");
  expect(fairWords("en", [], values)).toMatchObject({ tables: [], months: null, intro: [catalogIn("en").fair.none] });
});

test.each(languages)("R10.04 %s: all figures have words, none is left unfilled", (language) => {
  for (const shown of [
    days,
    days.slice(0, 1),
    [],
    [dayAfter("2026-11-19", 0, { answer_days: 0, decision_hours: null })],
  ]) {
    expect(JSON.stringify(fairWords(language, shown, values))).not.toMatch(/\{\w+\}|undefined|NaN/);
  }
});

test.for([
  [160, 70, 780],
  [1, 1, 1],
  [100, 0, 0],
  [333, 333, 334],
  [5, 5, 6],
])("R10.04 the shares of %j add up to 100", (counts) => {
  const percents = wholePercents(counts);
  const all = counts.reduce((sum, count) => sum + count, 0);
  expect(percents.reduce((sum, percent) => sum + percent, 0)).toBe(100);
  for (const [index, percent] of percents.entries())
    expect(Math.abs(percent - ((counts[index] ?? 0) * 100) / all)).toBeLessThan(1);
});
