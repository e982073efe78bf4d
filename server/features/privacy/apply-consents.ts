import type { Db } from "#server/db/pool.ts";
import { findByHashes } from "#server/features/account/index.ts";
import { preferencesOf, setPreference, stopMails } from "#server/features/notifications/index.ts";
import { withdrawConsents } from "#server/features/profiles/index.ts";
import { expireDownloads } from "./download-store.ts";
import type { Consents, NotedConsents } from "./record-consents.ts";

/**
 * Withdraws consents again that members had withdrawn, after the database was restored to an earlier moment: to store
 * their sexuality, explicit interests or text, and to get notifications. Grants none again: members are asked anew,
 * which harms them less than a consent that they did not give. Returns how many members changed. /
 */
export async function applyConsents(db: Db, noted: readonly NotedConsents[], now: Date): Promise<number> {
  const found = await findByHashes(
    db,
    noted.map(({ hash }) => hash),
  );
  let changed = 0;
  for (const { hash, consents } of noted) {
    const id = found.get(hash);
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
  const known = await preferencesOf(db, accountId);
  const unwanted = off.filter(({ kind, channel }) => known.preferences[kind][channel]);
  const stops = disabled.filter((reason) => !known.disabled.includes(reason));
  for (const each of unwanted) await setPreference(db, { accountId, ...each, enabled: false }, now);
  for (const reason of stops) await stopMails(db, accountId, reason);
  return unwanted.length + stops.length > 0;
}
