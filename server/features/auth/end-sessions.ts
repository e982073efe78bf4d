import type { Context } from "#server/http/handle.ts";
import { deleteSession, deleteSessions } from "./session-store.ts";

/** By the hash of its token: the one session that ends, or the one that stays. */
type Which = { only?: Buffer; except?: Buffer };

/**
 * Ends an account's sessions, all of them unless told otherwise: at once in this process, within five seconds in others,
 * and open event streams with them (D3.4).
 */
export async function endSessions(ctx: Context, accountId: string, { only, except }: Which = {}): Promise<void> {
  if (only) await deleteSession(ctx.db, only);
  else await deleteSessions(ctx.db, accountId, except);
  ctx.forgetSessions(accountId);
}
