import type { Selectable } from "kysely";
import { z } from "zod";
import { type FairDay, type FirstMessages, fairStep } from "#contract/fair.ts";
import { genders } from "#contract/profiles.ts";
import type { FairDays } from "#server/db/tables.ts";

/**
 * Each event counts in one of them only, so that none can be subtracted from another. Five are the ledger's causes.
 * `_question`: of first messages that answer a question of the recipient's.
 */
export const figures = [
  ...(["male", "female"] as const).flatMap((gender) =>
    (["answered", "no_answer", "declined"] as const).flatMap(
      (what) => [`${what}_${gender}`, `${what}_${gender}_question`] as const,
    ),
  ),
  "fraud",
  "photo_refund",
  "voice_refund",
  "fraud_bans",
  "fraud_warned",
  "withdrawals",
  "refunds",
] as const;
export type Figure = (typeof figures)[number];

/** A running total, and the day up to which it is counted; what came later waits until there is enough of it. */
const counted = z.object({ count: z.int(), credits: z.int(), until: z.iso.date().nullable() });
export type Counted = z.output<typeof counted>;
/** The totals as they are stored. A figure that a later version adds is counted from the beginning. */
export const totals = z.partialRecord(z.enum(figures), counted);
export type Totals = z.output<typeof totals>;

const nothing: Counted = { count: 0, credits: 0, until: null };

export const runningTotalOf = (totals: Totals, figure: Figure): Counted => totals[figure] ?? nothing;

/** What was found after a total's last day: how many, their credits, and how many different people are in it. */
export type Found = { count: number; credits: number; people: number };

/** Grows only by enough people: two totals never differ by what fewer did, and one that waits tells nothing at all. */
export const addFound = (before: Counted, counts: Found | undefined, day: string): Counted =>
  counts && counts.people >= fairStep
    ? { count: before.count + counts.count, credits: before.credits + counts.credits, until: day }
    : before;

/** A number of people that goes up and down: it stays as it was until it differs by enough. */
export const moveNumber = (before: number, now: number): number => (Math.abs(now - before) >= fairStep ? now : before);

/** The median time of decisions in hours; it stays until enough were made since. */
export type Decided = { decision_hours: number | null; decided_until: string | null };

export const moveMedian = (
  before: Decided,
  median: { fresh: number; seconds: number | null } | undefined,
  day: string,
): Decided =>
  median && median.fresh >= fairStep && median.seconds !== null
    ? { decision_hours: Math.round(median.seconds / 3600), decided_until: day }
    : before;

/** The totals are rounded down: so also what another page counts exactly can't be subtracted. */
const inTens = (exact: number): number => exact - (exact % fairStep);

type Gender = (typeof genders)[number];
const openings = ["", "_question"] as const;
type Opening = (typeof openings)[number];

const addBack = (a: FirstMessages["declined"], b: FirstMessages["declined"]) => ({
  messages: a.messages + b.messages,
  credits: a.credits + b.credits,
});
const addMessages = (a: FirstMessages, b: FirstMessages): FirstMessages => ({
  answered: a.answered + b.answered,
  no_answer: addBack(a.no_answer, b.no_answer),
  declined: addBack(a.declined, b.declined),
});

export type StoredDay = Omit<Selectable<FairDays>, "site_id" | "decided_until" | "totals"> & { totals: Totals };

export function showDay({ day, members, fictional, answer_days, decision_hours, totals }: StoredDay): FairDay {
  const count = (figure: Figure) => inTens(runningTotalOf(totals, figure).count);
  const back = (figure: Figure) => ({
    messages: count(figure),
    credits: inTens(runningTotalOf(totals, figure).credits),
  });
  const firstMessages = (genders: readonly Gender[], openings: readonly Opening[]): FirstMessages =>
    genders
      .flatMap((gender) => openings.map((opening) => `${gender}${opening}` as const))
      .map((of) => ({
        answered: count(`answered_${of}`),
        no_answer: back(`no_answer_${of}`),
        declined: back(`declined_${of}`),
      }))
      .reduce(addMessages);
  return {
    day,
    members: inTens(members),
    fictional,
    answer_days,
    first_messages: { male: firstMessages(["male"], openings), female: firstMessages(["female"], openings) },
    by_question: { with: firstMessages(genders, ["_question"]), without: firstMessages(genders, [""]) },
    fraud: { bans: count("fraud_bans"), warned: count("fraud_warned"), given_back: back("fraud") },
    rejected_photos: back("photo_refund"),
    rejected_voice: back("voice_refund"),
    withdrawals: count("withdrawals"),
    refunds: count("refunds"),
    decision_hours,
  };
}
