import { linkKinds } from "#contract/auth.ts";
import type { Db } from "#server/db/pool.ts";
import { endSessions, revokeLinks } from "#server/features/auth/index.ts";
import { listProfile } from "#server/features/profiles/index.ts";
import type { Services } from "#server/services.ts";
import { findOpen, insertBan, markDeleted } from "./deletion-store.ts";

type Given = { db: Db; services: Pick<Services, "hooks">; now: Date };

/**
 * Bans an address from a site, because its owner asked for it (D10.1): no account can be made or restored with it, and
 * the one that it has is deleted at once, and erased as others are. Other processes end its sessions within five
 * seconds.
 */
export async function banAddress({ db, services, now }: Given, siteId: number, email: string): Promise<void> {
  await insertBan(db, siteId, email, now);
  const account = await findOpen(db, siteId, email);
  if (!account) return;
  await markDeleted(db, account.id, { reason: undefined, comment: undefined, now });
  await listProfile(db, account.id);
  await endSessions({ db, forgetSessions: () => {} }, account.id);
  await services.hooks.accountDeleted(db, account.id);
  await revokeLinks(db, account.id, [...linkKinds]);
}
