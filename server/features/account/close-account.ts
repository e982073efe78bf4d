import type { LinkKind } from "#contract/auth.ts";
import { type EndingSessions, endSessions, revokeLinks } from "#server/features/auth/index.ts";
import { listProfile } from "#server/features/profiles/index.ts";
import type { Services } from "#server/services.ts";
import { type Deletion, markDeleted } from "./deletion-store.ts";
import { recordDeparture } from "./departures.ts";

type Closing = EndingSessions & { services: Pick<Services, "hooks" | "jobs"> };

/**
 * Hides an account from everyone, ends its sessions and revokes its links of these kinds; no data is erased yet.
 * Returns the account; undefined, with nothing changed, if it is deleted or banned already.
 */
export async function closeAccount(ctx: Closing, accountId: string, deletion: Deletion, revoked: readonly LinkKind[]) {
  const account = await markDeleted(ctx.db, accountId, deletion);
  if (!account) return undefined;
  await listProfile(ctx.db, accountId);
  await endSessions(ctx, accountId);
  await ctx.services.hooks.memberChanged(ctx, accountId, "deleted");
  await revokeLinks(ctx.db, accountId, revoked);
  const departure = { id: accountId, kind: "deleted" as const, at: deletion.now.toISOString() };
  await ctx.services.jobs.add(ctx.db, recordDeparture, departure);
  return account;
}
