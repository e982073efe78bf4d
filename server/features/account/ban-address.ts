import { linkKinds } from "#contract/auth.ts";
import type { Db } from "#server/db/pool.ts";
import { findByAddress } from "#server/features/auth/index.ts";
import type { Services } from "#server/services.ts";
import { closeAccount } from "./close-account.ts";
import { insertBan } from "./deletion-store.ts";

type Given = { db: Db; services: Pick<Services, "hooks" | "jobs">; now: Date };

/** A proven request: by its member, or by the owner of an address who had no account then. */
type ProvenRequest = { id: string; siteId: number; email: string; memberId: string | null };

/**
 * Bans an address from a site, because its owner asked for it and proved to be its owner (D10.1, D11.9): no account can
 * be created with it. An existing account is deleted at once, and erased after the usual 14 days. Other processes end
 * its sessions within five seconds. Returns the account; undefined if there is none. Null, with nothing changed, if an
 * earlier request banned the address.
 */
export async function banAddress({ db, services, now }: Given, { id, siteId, email, memberId }: ProvenRequest) {
  if (!(await insertBan(db, { siteId, email, complaintId: id, now }))) return null;
  const accountId = memberId ?? (await findByAddress(db, siteId, email));
  if (accountId === undefined) return undefined;
  const deletion = { reason: undefined, comment: undefined, now };
  await closeAccount({ db, services, invalidateSessions: () => {} }, accountId, deletion, linkKinds);
  return accountId;
}
