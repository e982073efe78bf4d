import { canonicalAddress } from "#server/features/account/addresses.ts";
import { nameKey } from "#server/features/account/rules.ts";
import { refuseDeleted } from "#server/features/privacy/refuse-deleted.ts";
import { deviceCookie } from "#server/http/api.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import type { Counted } from "#server/http/rate-limits.ts";
import { isKnownDevice } from "./device-store.ts";
import { inTurn } from "./in-turn.ts";
import { checkPassword, nobodysHash } from "./passwords.ts";
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
  const own = await lockOf(ctx, account?.id, `${site.id}:${nameKey(address ?? login)}`);
  return await inTurn(own.who, async () => {
    await refuseBlocked(ctx, own);
    const right = await checkPassword(password, account?.password_hash ?? nobodysHash);
    if (!account || !right) throw await countWrong(ctx, own);
    await ctx.platform.limits.clear(own.kind, own.who);
    if (account.deleted_at) throw refuseDeleted(ctx, account.deleted_at) ?? fail("login_failed");
    return account.id;
  });
}

const noAccount = "00000000-0000-0000-0000-000000000000";

type Lock = { kind: Counted; who: string };

async function lockOf({ db, request, now }: Context, accountId: string | undefined, words: string): Promise<Lock> {
  const token = request.cookies[deviceCookie];
  if (!token) return { kind: "account", who: words };
  const hash = hashToken(token);
  // asked for an unknown account too, so that both cost the same
  const known = await isKnownDevice(db, hash, now, accountId ?? noAccount);
  return known
    ? { kind: "device", who: `${accountId}:${hash.toString("base64url")}` }
    : { kind: "account", who: words };
}

async function refuseBlocked({ platform: { limits }, ip }: Context, own: Lock): Promise<void> {
  const seconds = Math.max(await limits.blocked(own.kind, own.who), await limits.blocked("address", ip));
  if (seconds > 0) throw fail("login_blocked", { retryAfter: seconds });
}

async function countWrong({ platform: { limits }, ip }: Context, own: Lock) {
  const seconds = Math.max(await limits.add(own.kind, own.who), await limits.add("address", ip));
  return seconds > 0 ? fail("login_blocked", { retryAfter: seconds }) : fail("login_failed");
}
