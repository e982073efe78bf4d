import type { z } from "zod";
import type { Preferences, savePreferences as saveCall } from "#contract/match-finder.ts";
import { seeksOf, sexualityOf } from "#server/features/profiles/index.ts";
import { failFields } from "#server/http/fail.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import { type Answers, findAnswers, lockAnswers, updateAnswers } from "../store.ts";

/** The answer to "who are you looking for"; null if the member withdrew the consent to it. */
function toSeeks({ seeks_men, seeks_women }: Pick<Answers, "seeks_men" | "seeks_women">): Preferences["seeks"] {
  if (seeks_men && seeks_women) return "both";
  if (seeks_men) return "male";
  return seeks_women ? "female" : null;
}

export async function showPreferences({ db, viewer }: MemberContext): Promise<Preferences> {
  const { gender: _, seeks_men, seeks_women, ...answers } = await findAnswers(db, viewer.memberId);
  return { seeks: toSeeks({ seeks_men, seeks_women }), ...(answers as Omit<Preferences, "seeks">) };
}

/**
 * A change of `seeks` changes their sexuality too, as at signup. Throws `invalid_input` for a lowest age above the
 * highest, also with a saved one, and for `seeks` if they have withdrawn the consent to it.
 */
export async function savePreferences(
  { db, viewer, now }: Mutating<MemberContext>,
  { seeks, ...changes }: z.output<typeof saveCall.body>,
): Promise<void> {
  const before = await lockAnswers(db, viewer.memberId);
  const min = changes.prefers_min_age === undefined ? before.prefers_min_age : changes.prefers_min_age;
  const max = changes.prefers_max_age === undefined ? before.prefers_max_age : changes.prefers_max_age;
  if (min !== null && max !== null && min > max) throw failFields({ prefers_max_age: "ages_swapped" });
  if (seeks && !before.seeks_men && !before.seeks_women) throw failFields({ seeks: "consent_required" });
  await updateAnswers(db, viewer.memberId, { ...changes, ...seeksChanges(before, seeks), preferences_at: now });
}

function seeksChanges({ gender }: Answers, seeks: z.output<typeof saveCall.body>["seeks"]) {
  if (seeks === undefined) return {};
  const ownGender = gender as "male" | "female";
  const sexuality = sexualityOf(ownGender, seeks);
  return { sexuality, ...seeksOf(ownGender, sexuality) };
}
