import { deviceCookie } from "#server/http/api.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import type { Counted } from "#server/http/rate-limits.ts";
import { canonicalAddress } from "./addresses.ts";
import { deletedAccountError } from "./deleted-account-error.ts";
import { isKnownDevice } from "./device-store.ts";
import { withMutex } from "./mutex.ts";
import { nameKey } from "./name-key.ts";
import { checkPassword, dummyHash } from "./passwords.ts";
import { hashToken } from "./sessions.ts";
import { findByLogin } from "./store.ts";

/**
 * Checks name or address and password (D3.2); answers the account. Wrong attempts are counted for the caller's address
 * and for the words that were typed, or, from a browser that has logged in to the account before, for that browser:
 * strangers can't lock the owner out, and the browser can't be used to guess (D3.5). Throws `login_failed`, or
 * `login_blocked` with the minutes. An unknown account costs the same time. For the right credentials of a deleted
 * account it throws `account_deleted` with the date until which it can come back (D3.9).
 */
export async function logIn(ctx: Context, login: string, password: string): Promise<string> {
  const { db, site } = ctx;
  const key = nameKey(login);
  const address = canonicalAddress(login);
  const account = await findByLogin(db, site.id, address ?? login, key);
  // Name and address are locked apart, whether the account exists or not. A lock on the account itself would show a
  // stranger which address belongs to a public name.
  const own = await lockoutKey(ctx, account?.id, `${site.id}:${nameKey(address ?? login)}`);
  return await withMutex(own.who, async () => {
    await assertNotLockedOut(ctx, own);
    const right = await checkPassword(password, account?.password_hash ?? dummyHash);
    if (!account || !right) throw await countFailure(ctx, own);
    await ctx.services.limits.clear(own.kind, own.who);
    if (account.deleted_at) throw deletedAccountError(ctx, account.deleted_at) ?? fail("login_failed");
    return account.id;
  });
}

const noAccount = "00000000-0000-0000-0000-000000000000";

type LockoutKey = { kind: Counted; who: string };

async function lockoutKey(
  { db, request, now }: Context,
  accountId: string | undefined,
  words: string,
): Promise<LockoutKey> {
  const token = request.cookies[deviceCookie];
  if (!token) return { kind: "account", who: words };
  const hash = hashToken(token);
  // asked for an unknown account too, so that both cost the same
  const known = await isKnownDevice(db, hash, now, accountId ?? noAccount);
  return known
    ? { kind: "device", who: `${accountId}:${hash.toString("base64url")}` }
    : { kind: "account", who: words };
}

async function assertNotLockedOut({ services: { limits }, ip }: Context, own: LockoutKey): Promise<void> {
  const seconds = Math.max(await limits.blocked(own.kind, own.who), await limits.blocked("address", ip));
  if (seconds > 0) throw fail("login_blocked", { retryAfter: seconds });
}

async function countFailure({ services: { limits }, ip }: Context, own: LockoutKey) {
  const seconds = Math.max(await limits.add(own.kind, own.who), await limits.add("address", ip));
  return seconds > 0 ? fail("login_blocked", { retryAfter: seconds }) : fail("login_failed");
}
