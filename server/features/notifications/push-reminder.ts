import { createHash } from "node:crypto";
import type { Language } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import type { AnyTrx } from "#server/db/locks.ts";
import type { Services } from "#server/services.ts";
import { sendPushJob } from "./push-notices.ts";
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
  { db, services, now }: { db: AnyTrx; services: Pick<Services, "jobs">; now: Date },
  { accountId, title, path, language, until }: Reminder,
): Promise<void> {
  for (const { id } of await findSubscriptions(db, accountId, now)) {
    await services.jobs.add(db, sendPushJob, {
      subscriptionId: id,
      accountId,
      about: [],
      title,
      url: pathIn(language, path),
      language,
      tag: `reminder-${path}`,
      topic: createHash("sha256").update(`${id} reminder ${path}`).digest("base64url").slice(0, 32),
      urgent: true,
      until: until.toISOString(),
    });
  }
}
