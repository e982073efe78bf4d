import { dayOf } from "#contract/days.ts";
import { photoOf } from "#contract/update-photos.ts";
import type { Update } from "#contract/updates.ts";

export type UpdateGroup = [Update, ...Update[]];

const areAlike = (one: Update, other: Update) =>
  photoOf(one) !== undefined &&
  photoOf(other) !== undefined &&
  one.kind === other.kind &&
  one.update_new === other.update_new &&
  dayOf(new Date(one.created_at)) === dayOf(new Date(other.created_at));

/** Photos that were approved one after the other on a day are one entry. */
export function groupUpdates(updates: readonly Update[]): UpdateGroup[] {
  const groups: UpdateGroup[] = [];
  for (const update of updates) {
    const last = groups.at(-1);
    if (last && areAlike(last[0], update)) last.push(update);
    else groups.push([update]);
  }
  return groups;
}
