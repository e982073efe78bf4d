import { deviceCookieDays } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import { readToken, signToken } from "#server/crypto/signed-token.ts";
import { readHostCookie, setHostCookie } from "#server/http/cookies.ts";
import type { Context } from "#server/http/handle.ts";

const idBytes = 16;
const timeBytes = 6;

/**
 * Marks this browser as one from which this staff member has logged in: by a signed token, so that nothing is stored.
 * All that the token allows is attempts of the browser's own (D3.5); it never replaces a password or a second factor.
 */
export function markStaffDevice({ services, request, reply, now }: Context, staffId: string): void {
  const body = Buffer.alloc(idBytes + timeBytes);
  Buffer.from(services.random.token(), "base64url").copy(body, 0, 0, idBytes);
  body.writeUIntBE(now.getTime() + deviceCookieDays * dayMs, idBytes, timeBytes);
  const token = signToken(services.config, { use: "staff-device", owner: staffId }, body).toString("base64url");
  setHostCookie(request, reply, "staff_device", token, { seconds: deviceCookieDays * 86_400, sameSite: "strict" });
}

/** The id of this browser, if this staff member has logged in with it; undefined if not, or if that is too long ago. */
export function findStaffDevice({ services, request, now }: Context, staffId: string): string | undefined {
  const token = Buffer.from(readHostCookie(request, "staff_device") ?? "", "base64url");
  const body = readToken(services.config, { use: "staff-device", owner: staffId }, token, idBytes + timeBytes);
  if (!body || body.readUIntBE(idBytes, timeBytes) <= now.getTime()) return undefined;
  return body.toString("base64url", 0, idBytes);
}
