import type { Context } from "#server/http/handle.ts";
import { readHostCookie } from "#server/http/host-cookies.ts";
import { recordDone } from "#server/http/record-events.ts";
import { deleteDevices } from "./device-store.ts";
import { endSessions } from "./end-sessions.ts";
import { revokePasskeys } from "./passkey-store.ts";
import { hashToken } from "./sessions.ts";

/**
 * Ends what a mailed link does not prove. Its user reads the owner's mail, while sessions, known browsers and passkeys
 * may be another person's, who once knew the password or signed up with this address. All of them end, except the
 * session and the browser that redeemed the link. Returns whether there were passkeys.
 */
export async function endOtherAccess(ctx: Context, accountId: string): Promise<{ passkeysEnded: boolean }> {
  const { db, viewer, request } = ctx;
  const device = readHostCookie(request, "device");
  await endSessions(ctx, accountId, viewer?.memberId === accountId ? { except: viewer.tokenHash } : {});
  recordDone(ctx, "sessions_ended", accountId);
  await deleteDevices(db, accountId, device ? hashToken(device) : undefined);
  return { passkeysEnded: await revokePasskeys(db, { kind: "member", id: accountId }) };
}
