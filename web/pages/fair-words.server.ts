import type { Language } from "#contract/constants.ts";
import { addDays } from "#contract/days.ts";
import { type FairDay, type FirstMessages, fairStep } from "#contract/fair.ts";
import { fill, type Values } from "#contract/fill-page.ts";
import { wilson, z95 } from "#contract/intervals.ts";
import { createFormat } from "#web/lib/format.ts";
import type { NumberTable } from "./number-table.tsx";
import { catalogIn } from "./page-texts.server.ts";

/** What happened is counted over this many days, or up to a month more: rows are those of the ends of months. */
const periodDays = 90;
/** A share of fewer first messages says little, and its parts are rounded. */
const fewestForShare = 100;
const mostMonths = 12;

/** A number of a day, or what it grew by since an earlier one. */
type Read = (pick: (day: FairDay) => number) => number;

const growth =
  (day: FairDay, before: FairDay | undefined): Read =>
  (pick) =>
    pick(day) - (before ? pick(before) : 0);

type Shares = { answered: number; declined: number; none: number };

/** How first messages ended, if at least a hundred are counted. */
function outcomesOf(read: Read, choose: (day: FairDay) => FirstMessages) {
  const [answered, declined, none] = [
    read((day) => choose(day).answered),
    read((day) => choose(day).declined.messages),
    read((day) => choose(day).no_answer.messages),
  ];
  return answered + declined + none < fewestForShare ? null : ([answered, declined, none] as const);
}

/** The parts in percent of the first messages by one gender. */
function sharesOf(read: Read, gender: "male" | "female"): Shares | null {
  const outcomes = outcomesOf(read, (day) => day.first_messages[gender]);
  if (outcomes === null) return null;
  const [first = 0, second = 0, third = 0] = wholePercents(outcomes);
  return { answered: first, declined: second, none: third };
}

/** Adds up to 100: the percents with the largest remainders are rounded up. */
export function wholePercents(counts: readonly number[]): number[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const exact = counts.map((count) => (count * 100) / all);
  const missing = 100 - exact.reduce((sum, percent) => sum + Math.floor(percent), 0);
  const byRemainder = [...exact.keys()].sort((a, b) => ((exact[b] ?? 0) % 1) - ((exact[a] ?? 0) % 1));
  const raised = new Set(byRemainder.slice(0, missing));
  return exact.map((percent, index) => Math.floor(percent) + (raised.has(index) ? 1 : 0));
}

const creditsBack = {
  no_answer: ({ first_messages: { male, female } }: FairDay) => male.no_answer.credits + female.no_answer.credits,
  declined: ({ first_messages: { male, female } }: FairDay) => male.declined.credits + female.declined.credits,
  fraud: ({ fraud }: FairDay) => fraud.given_back.credits,
  photo: ({ rejected_photos }: FairDay) => rejected_photos.credits,
  voice: ({ rejected_voice }: FairDay) => rejected_voice.credits,
};
const allCreditsBack = (day: FairDay) => Object.values(creditsBack).reduce((sum, pick) => sum + pick(day), 0);

export type MonthTable = {
  title: string;
  headings: { month: string; values: string[] };
  rows: { month: string; values: string[] }[];
};

/** A site's figures in words, from the last day of each month and the newest day; null before the first night. */
export function fairWords(language: Language, days: readonly FairDay[], values: Values) {
  const { sections: _sections, title: _title, description: _description, ...texts } = catalogIn(language).fair;
  const format = createFormat(language, "UTC");
  const say = (text: string, more: Values = {}) => fill(language, text, { ...values, ...more });
  const last = days.at(-1);
  const shared = { json: texts.json, api: texts.api, thing: texts.thing, count: texts.count };
  if (last === undefined) return { ...shared, intro: [texts.none], tables: [], months: null };
  const earliest = addDays(last.day, -periodDays);
  const before = days.findLast(({ day }) => day <= earliest);
  const read = growth(last, before);
  const number = (count: number) => (count < fairStep ? say(texts.few, { count: fairStep }) : format.number(count));
  const percent = (share: number) => format.percent(share / 100);
  const row = (name: string, value: string) => ({ name, value, part: false });
  const writers = (name: string, gender: "male" | "female"): NumberTable => {
    const shares = sharesOf(read, gender);
    const part = (share: number | undefined) => (share === undefined ? texts.too_few : percent(share));
    return {
      title: name,
      rows: [
        row(texts.answered, part(shares?.answered)),
        row(texts.declined, part(shares?.declined)),
        row(texts.no_answer, part(shares?.none)),
      ],
    };
  };
  const range = (opening: "with" | "without") => {
    const outcomes = outcomesOf(read, (day) => day.by_question[opening]);
    if (outcomes === null) return texts.too_few;
    const [hits, declined, none] = outcomes;
    const of = hits + declined + none;
    const { low, high } = wilson({ hits, of }, z95);
    const whole = (share: number) => percent(Math.round(share * 100));
    return say(texts.range, { share: whole(hits / of), low: whole(low), high: whole(high) });
  };
  const byQuestion: NumberTable = {
    title: texts.by_question,
    rows: [row(texts.with_question, range("with")), row(texts.without_question, range("without"))],
  };
  const isPromised = last.answer_days > 0 || read(allCreditsBack) > 0;
  const tables: NumberTable[] = [
    {
      title: texts.here,
      rows: [row(texts.members, number(last.members)), row(say(texts.fictional), format.number(last.fictional))],
    },
    ...(isPromised ? [writers(texts.by_men, "male"), writers(texts.by_women, "female"), byQuestion] : []),
    {
      title: texts.credits,
      rows: (["no_answer", "declined", "fraud", "photo", "voice"] as const).map((cause) =>
        row(texts.causes[cause], number(read(creditsBack[cause]))),
      ),
    },
    {
      title: texts.fraud,
      rows: [
        row(texts.bans, number(read(({ fraud }) => fraud.bans))),
        row(texts.warned, number(read(({ fraud }) => fraud.warned))),
      ],
    },
    {
      title: texts.money,
      rows: [
        row(texts.withdrawals, number(read((day) => day.withdrawals))),
        row(texts.refunds, number(read((day) => day.refunds))),
      ],
    },
    {
      title: texts.decisions,
      rows: [
        row(
          texts.median,
          last.decision_hours === null ? texts.too_few : format.duration(Math.max(1, last.decision_hours) * 3600),
        ),
      ],
    },
  ];
  const until = format.calendarDay(last.day);
  const period = before
    ? say(texts.period, { until, since: format.calendarDay(before.day) })
    : say(texts.period_all, { until });
  return {
    ...shared,
    intro: isPromised ? [period] : [period, say(texts.off)],
    tables,
    months: monthsOf(days, { texts: texts.by_month, number, percent, format }),
  };
}

type MonthWords = {
  texts: ReturnType<typeof catalogIn>["fair"]["by_month"];
  number(count: number): string;
  percent(share: number): string;
  format: ReturnType<typeof createFormat>;
};

/** What each of the last months brought, the newest first; null if there is only one row. */
function monthsOf(days: readonly FairDay[], { texts, number, percent, format }: MonthWords): MonthTable | null {
  if (days.length < 2) return null;
  const rows = days.slice(1).map((day, index) => {
    const read = growth(day, days[index]);
    const answered = (gender: "male" | "female") => {
      const shares = sharesOf(read, gender);
      return shares === null ? "–" : percent(shares.answered);
    };
    return {
      month: format.calendarMonth(day.day),
      values: [answered("male"), answered("female"), number(read(allCreditsBack))],
    };
  });
  return {
    title: texts.title,
    headings: { month: texts.month, values: [texts.men, texts.women, texts.credits] },
    rows: rows.slice(-mostMonths).reverse(),
  };
}
