import { z } from "zod";
import { disabledReasons, notificationChannels, notificationKinds } from "#contract/notifications.ts";
import type { Unlocked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { findByHashes, noteKey, readLastNotes } from "#server/features/account/index.ts";
import { preferencesOf, setPreference, stopMails } from "#server/features/notifications/index.ts";
import { findConsents, withdrawConsents } from "#server/features/profiles/index.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Files } from "#server/ports/files/port.ts";
import { expireDownloads } from "./download-store.ts";

const noteName = "consents.json";

const consentsSchema = z.object({
  sexuality: z.boolean(),
  explicit: z.boolean(),
  about_me: z.boolean(),
  /** Notes of an earlier version do not have it. */
  click: z.boolean().default(true),
  off: z.array(z.object({ kind: z.enum(notificationKinds), channel: z.enum(notificationChannels) })),
  /** What stops all of the member's mails. */
  disabled: z.array(z.enum(disabledReasons)),
});
export type Consents = z.output<typeof consentsSchema>;

/**
 * Notes it in the file store: after the database was restored to an earlier moment, `applyConsents` withdraws again
 * what was withdrawn since (0089). The note holds no sexuality and no interests.
 */
export const recordConsents = defineJob({
  name: "record-consents",
  data: z.object({ id: z.uuid() }),
  keptSeconds: 60,
  async run({ db, files, clock }, { id }) {
    // before the state is read, so that a later note never holds an earlier state
    const now = clock.now();
    const consents = await findConsents(db, id);
    if (!consents) return;
    const { preferences, disabled } = await preferencesOf(db, id);
    const switches = notificationKinds.flatMap((kind) => notificationChannels.map((channel) => ({ kind, channel })));
    const off = switches.filter(({ kind, channel }) => !preferences[kind][channel]);
    const note = JSON.stringify({ ...consents, off, disabled } satisfies Consents);
    await files.put(noteKey(id, now, noteName), Buffer.from(note), "application/json");
  },
});

export type NotedConsents = { hash: string; consents: Consents };

/** The last note about each member since a moment. */
export async function readConsents(files: Files, since: Date): Promise<NotedConsents[]> {
  const notes = await readLastNotes(files, since, noteName);
  return notes.map(({ hash, content }) => ({ hash, consents: consentsSchema.parse(content) }));
}

/**
 * Repairs, after a restore, consents to sexuality, explicit interests, text, click and notifications. Grants none: to
 * be asked anew harms members less than a consent that they did not give. Returns how many changed.
 */
export async function applyConsents(db: Unlocked, noted: readonly NotedConsents[], now: Date): Promise<number> {
  const idsByHash = await findByHashes(
    db,
    noted.map(({ hash }) => hash),
  );
  let changed = 0;
  for (const { hash, consents } of noted) {
    const id = idsByHash.get(hash);
    if (id === undefined) continue;
    const erased = await withdrawConsents(db, id, consents, now);
    // an archive that is not built yet is built after the restore, without what is erased here
    if (erased) await expireDownloads(db, id);
    const switched = await switchOff(db, id, consents, now);
    if (erased || switched) changed += 1;
  }
  return changed;
}

async function switchOff(db: Db, accountId: string, { off, disabled }: Consents, now: Date): Promise<boolean> {
  const current = await preferencesOf(db, accountId);
  const unwanted = off.filter(({ kind, channel }) => current.preferences[kind][channel]);
  const stops = disabled.filter((reason) => !current.disabled.includes(reason));
  for (const each of unwanted) await setPreference(db, { accountId, ...each, enabled: false }, now);
  for (const reason of stops) await stopMails(db, accountId, reason);
  return unwanted.length + stops.length > 0;
}
