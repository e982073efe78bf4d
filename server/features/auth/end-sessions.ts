import type { Context } from "#server/http/handle.ts";
import { deleteSession, deleteSessions } from "./session-store.ts";

/** The one session to end, or the one to keep, by the hash of its token. */
type Which = { only?: Buffer; except?: Buffer };

/**
 * Ends an account's sessions, by default all of them, and their open event streams (D3.4). It takes effect at once in
 * this process and within five seconds in others.
 */
export async function endSessions(
  ctx: Pick<Context, "db" | "invalidateSessions">,
  accountId: string,
  { only, except }: Which = {},
): Promise<void> {
  if (only) await deleteSession(ctx.db, only);
  else await deleteSessions(ctx.db, accountId, except);
  ctx.invalidateSessions(accountId);
}
