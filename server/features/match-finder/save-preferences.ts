import type { z } from "zod";
import type { Preferences, savePreferences as saveCall } from "#contract/match-finder.ts";
import { seeksOf, sexualityOf } from "#server/features/profiles/index.ts";
import { failFields } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { type Answers, findAnswers, updateAnswers } from "./store.ts";

/** Whom the caller looks for. */
export async function showPreferences({ db, viewer }: MemberContext): Promise<Preferences> {
  const { gender: _, seeks_men, seeks_women, ...answers } = await findAnswers(db, viewer.memberId);
  const seeks = seeks_men && seeks_women ? "both" : seeks_men ? "male" : "female";
  return { seeks, ...(answers as Omit<Preferences, "seeks">) };
}

/**
 * Changes what is given of the caller's preferences (D4.4). Whom they look for changes their sexuality with it, as at the
 * signup. Throws `invalid_input` where the youngest would be older than the oldest, counting what was said before.
 */
export async function savePreferences(
  { db, viewer, now }: MemberContext,
  { seeks, ...given }: z.output<typeof saveCall.body>,
): Promise<void> {
  const before = await findAnswers(db, viewer.memberId, true);
  const min = given.prefers_min_age === undefined ? before.prefers_min_age : given.prefers_min_age;
  const max = given.prefers_max_age === undefined ? before.prefers_max_age : given.prefers_max_age;
  if (min !== null && max !== null && min > max) throw failFields({ prefers_max_age: "ages_swapped" });
  await updateAnswers(db, viewer.memberId, { ...given, ...leaning(before, seeks), preferences_at: now });
}

function leaning({ gender }: Answers, seeks: Preferences["seeks"] | undefined) {
  if (seeks === undefined) return {};
  const own = gender as "male" | "female";
  const sexuality = sexualityOf(own, seeks);
  return { sexuality, ...seeksOf(own, sexuality) };
}
