import { linkKinds } from "#contract/auth.ts";
import { type EndingSessions, findByAddress } from "#server/features/auth/index.ts";
import type { Services } from "#server/services.ts";
import { closeAccount } from "./close-account.ts";
import { insertBan } from "./deletion-store.ts";

type Given = EndingSessions & { services: Pick<Services, "hooks" | "jobs">; now: Date };

/**
 * Bans an address from a site, because its owner asked for it (D10.1): no account can be created or restored with it.
 * An existing account is deleted at once, and erased after the usual 14 days.
 */
export async function banAddress(given: Given, siteId: number, email: string): Promise<void> {
  const { db, now } = given;
  await insertBan(db, siteId, email, now);
  const accountId = await findByAddress(db, siteId, email);
  if (accountId === undefined) return;
  const deletion = { reason: undefined, comment: undefined, now };
  await closeAccount(given, accountId, deletion, linkKinds);
}
