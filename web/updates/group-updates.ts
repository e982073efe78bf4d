import { dayOf } from "#contract/days.ts";
import { photoOf } from "#contract/update-photos.ts";
import type { Update } from "#contract/updates.ts";

export type UpdateGroup = [Update, ...Update[]];

/** What one line can say of several; other updates each say something else, or lead to another page. */
const isGrouped = (update: Update) => photoOf(update) !== undefined || update.kind === "new_device";

const areAlike = (one: Update, other: Update) =>
  isGrouped(one) &&
  isGrouped(other) &&
  one.kind === other.kind &&
  one.update_new === other.update_new &&
  dayOf(new Date(one.created_at)) === dayOf(new Date(other.created_at));

/** Photos that were approved, and logins on new devices, one after the other on a day are one entry. */
export function groupUpdates(updates: readonly Update[]): UpdateGroup[] {
  const groups: UpdateGroup[] = [];
  for (const update of updates) {
    const last = groups.at(-1);
    if (last && areAlike(last[0], update)) last.push(update);
    else groups.push([update]);
  }
  return groups;
}
