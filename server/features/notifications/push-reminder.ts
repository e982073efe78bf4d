import type { Language } from "#contract/constants.ts";
import type { AnyTrx } from "#server/db/locks.ts";
import type { Services } from "#server/services.ts";
import { queuePush } from "./push-notices.ts";
import { findSubscriptions } from "./push-store.ts";

type Reminder = {
  accountId: string;
  /** It stands on a locked screen, which others may see. */
  title: string;
  /** The page that it opens, without the language. */
  path: string;
  language: Language;
  /** It must not arrive later than this. */
  until: Date;
};

/**
 * Pushes what the member asked to be reminded of to each of their devices, at the hour that they chose: also at night,
 * and beyond the number of pushes for what others did. A later one of the same page replaces it.
 */
export async function pushReminder(
  ctx: { db: AnyTrx; services: Pick<Services, "jobs">; now: Date },
  reminder: Reminder,
): Promise<void> {
  for (const { id } of await findSubscriptions(ctx.db, reminder.accountId, ctx.now)) {
    await queuePush(ctx, id, { ...reminder, about: [], tag: `reminder-${reminder.path}`, urgent: true });
  }
}
