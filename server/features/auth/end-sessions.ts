import type { Context } from "#server/http/handle.ts";
import { forgetStoredSessions } from "#server/http/idempotency.ts";
import { deleteSession, deleteSessions, raiseAccessEpoch } from "./session-store.ts";

/** The one session to end, or the one to keep, by the hash of its token. */
type Which = { only?: Buffer; except?: Buffer };

/** A command on the machine can't reach the processes that cache sessions. */
export type EndingSessions = Pick<Context, "db"> & Partial<Pick<Context, "invalidateSessions">>;

/**
 * Ends an account's sessions, by default all of them, and their open event streams (D3.4). Unless it ends only one,
 * logins that were checked before open none. It takes effect at once in
 * this process and within five seconds in others; without `invalidateSessions` streams end with their next heartbeat.
 */
export async function endSessions(ctx: EndingSessions, accountId: string, { only, except }: Which = {}): Promise<void> {
  if (only) await deleteSession(ctx.db, only);
  else {
    await raiseAccessEpoch(ctx.db, accountId);
    await deleteSessions(ctx.db, accountId, except);
  }
  await forgetStoredSessions(ctx.db, accountId);
  ctx.invalidateSessions?.(accountId);
}
