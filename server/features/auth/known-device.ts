import type { Context } from "#server/http/handle.ts";
import { readHostCookie } from "#server/http/host-cookies.ts";
import { isKnownDevice } from "./device-store.ts";
import { hashToken } from "./sessions.ts";

const noAccount = "00000000-0000-0000-0000-000000000000";

/**
 * The caller's browser, if it has logged in to the account before: what strangers do must not count against it. The
 * database is asked even if the account is unknown, so that both take the same time.
 */
export async function findKnownDevice(
  { db, request, now }: Pick<Context, "db" | "request" | "now">,
  accountId: string | undefined,
): Promise<string | undefined> {
  const token = readHostCookie(request, "device");
  if (!token) return undefined;
  const hash = hashToken(token);
  return (await isKnownDevice(db, hash, now, accountId ?? noAccount)) ? hash.toString("base64url") : undefined;
}
