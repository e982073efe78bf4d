import { z } from "zod";
import { disabledReasons, notificationChannels, notificationKinds } from "#contract/notifications.ts";
import type { Db } from "#server/db/pool.ts";
import { preferencesOf, setPreference, stopMails } from "#server/features/notifications/index.ts";
import { findConsents, withdrawConsents } from "#server/features/profiles/index.ts";
import { expireDownloads } from "./download-store.ts";

/** What a member agrees to, without the sexuality and the interests themselves. */
export const consentsSchema = z.object({
  sexuality: z.boolean(),
  explicit: z.boolean(),
  about_me: z.boolean(),
  click: z.boolean(),
  off: z.array(z.object({ kind: z.enum(notificationKinds), channel: z.enum(notificationChannels) })),
  /** What stops all of the member's mails. */
  disabled: z.array(z.enum(disabledReasons)),
});
type Consents = z.output<typeof consentsSchema>;

export async function readConsents(db: Db, memberId: string): Promise<Consents | undefined> {
  const consents = await findConsents(db, memberId);
  if (!consents) return undefined;
  const { preferences, disabled } = await preferencesOf(db, memberId);
  const switches = notificationKinds.flatMap((kind) => notificationChannels.map((channel) => ({ kind, channel })));
  return { ...consents, off: switches.filter(({ kind, channel }) => !preferences[kind][channel]), disabled };
}

/**
 * Withdraws, after a restore, consents to sexuality, explicit interests, text, click and notifications. Grants none: to
 * be asked anew harms members less than a consent that they did not give. True if that changed something.
 */
export async function repeatConsents(db: Db, id: string, consents: Consents, now: Date): Promise<boolean> {
  const erased = await withdrawConsents(db, id, consents, now);
  // an archive that is not built yet is built after the restore, without what is erased here
  if (erased) await expireDownloads(db, id);
  return (await switchOff(db, id, consents, now)) || erased;
}

async function switchOff(db: Db, accountId: string, { off, disabled }: Consents, now: Date): Promise<boolean> {
  const current = await preferencesOf(db, accountId);
  const unwanted = off.filter(({ kind, channel }) => current.preferences[kind][channel]);
  const stops = disabled.filter((reason) => !current.disabled.includes(reason));
  for (const each of unwanted) await setPreference(db, { accountId, ...each, enabled: false }, now);
  for (const reason of stops) await stopMails(db, accountId, reason);
  return unwanted.length + stops.length > 0;
}
