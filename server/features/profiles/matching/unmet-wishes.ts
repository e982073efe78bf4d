import type { Selectable } from "kysely";
import type { UnmetWish } from "#contract/first-messages.ts";
import { anywhere } from "#contract/match-finder.ts";
import { ageAt } from "#server/ages.ts";
import type { Profiles } from "#server/db/tables.ts";
import { shownDistance } from "#server/features/sites/index.ts";
import { fallbackKilometres, seeksGenderOf } from "./rules.ts";

export const recipientColumns = [
  "seeks_men",
  "seeks_women",
  "prefers_min_age",
  "prefers_max_age",
  "prefers_distance",
  "latitude",
  "longitude",
  "only_fitting_write",
  "only_verified_write",
] as const;

/** A member with what they ask of those who write to them first. */
export type Recipient = Pick<Selectable<Profiles>, (typeof recipientColumns)[number]>;

export const writerColumns = ["gender", "date_of_birth", "latitude", "longitude", "verified_at"] as const;

/** A member who would write to another first. */
export type Writer = Pick<Selectable<Profiles>, (typeof writerColumns)[number]>;

/**
 * Empty if the writer may write (R10.05). What the recipient did not state asks for nothing, nor does a distance
 * without a town of theirs. The distance is the step that both see of each other, so that no series of attempts reveals
 * more of where the recipient lives.
 */
export function unmetWishes(recipient: Recipient, writer: Writer, now: Date): UnmetWish[] {
  const unmet: UnmetWish[] = [];
  if (recipient.only_fitting_write) {
    const { seeks_men, seeks_women, prefers_min_age: min, prefers_max_age: max } = recipient;
    const seeksAny = seeks_men || seeks_women;
    if (seeksAny && !seeksGenderOf(recipient, writer)) unmet.push("gender");
    const age = ageAt(writer.date_of_birth, now);
    if ((min !== null && age < min) || (max !== null && age > max)) unmet.push("age");
    const place = unmetDistance(recipient, writer);
    if (place) unmet.push(place);
  }
  if (recipient.only_verified_write && writer.verified_at === null) unmet.push("verified");
  return unmet;
}

/** A writer without a town does not fulfil a distance, so that removing one's town is no way around it. */
function unmetDistance(recipient: Recipient, writer: Writer): "distance" | "town" | undefined {
  const limit = recipient.prefers_distance;
  if (limit === null || limit >= anywhere || recipient.latitude === null) return undefined;
  const step = shownDistance(recipient, writer);
  if (step === null) return "town";
  return (step === "further" ? fallbackKilometres.beyond : step) > limit ? "distance" : undefined;
}
