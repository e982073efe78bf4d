import type { Db } from "#server/db/pool.ts";
import { readHostCookie } from "#server/http/cookies.ts";
import type { Context, Mutating } from "#server/http/handle.ts";
import { forgetStoredSessions } from "#server/http/idempotency.ts";
import { recordDone } from "#server/http/record-events.ts";
import { deleteDevices } from "./device-store.ts";
import { revokePasskeys } from "./passkey-store.ts";
import { deleteSession, deleteSessions, raiseAccessEpoch } from "./session-store.ts";
import { hashToken } from "./sessions.ts";

/** The one session to end, or the one to keep, by the hash of its token. */
type Which = { only?: Buffer; except?: Buffer };

/** A command on the machine can't reach the processes that cache sessions. */
export type EndingSessions = { db: Db } & Partial<Pick<Context, "invalidateSessions">>;

/** Ends sessions and their event streams (D3.4). Without `only`, a login that was checked before opens none either. */
export async function endSessions(ctx: EndingSessions, accountId: string, { only, except }: Which = {}): Promise<void> {
  if (only) await deleteSession(ctx.db, only);
  else {
    await raiseAccessEpoch(ctx.db, accountId);
    await deleteSessions(ctx.db, accountId, except);
  }
  await forgetStoredSessions(ctx.db, accountId);
  ctx.invalidateSessions?.(accountId);
}

/** Sessions, known browsers and passkeys may be another person's. The caller's session and browser stay. */
export async function endOtherAccess(ctx: Mutating, accountId: string): Promise<{ passkeysEnded: boolean }> {
  const { db, viewer, request } = ctx;
  const device = readHostCookie(request, "device");
  await endSessions(ctx, accountId, viewer?.memberId === accountId ? { except: viewer.tokenHash } : {});
  recordDone(ctx, "sessions_ended", accountId);
  await deleteDevices(db, accountId, device ? hashToken(device) : undefined);
  return { passkeysEnded: await revokePasskeys(db, { kind: "member", id: accountId }) };
}
