import type { UsedCredential } from "#contract/passkeys.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { withLockout } from "#server/http/lockout.ts";
import { findByLogin } from "./accounts-store.ts";
import { canonicalAddress } from "./addresses.ts";
import { assertNotBarred, deletedAccountError } from "./assert-not-barred.ts";
import { findKnownDevice } from "./devices.ts";
import { nameKey } from "./name-key.ts";
import { findAccount } from "./passkey-store.ts";
import { checkPassword, dummyHash } from "./passwords.ts";
import { verifyPasskey } from "./verify-passkey.ts";

/** An account whose password or passkey was checked, and its access epoch at that time. */
type Access = { id: string; epoch: number };

/**
 * Failures count for the IP address, and for the typed login, or instead for a browser that has logged in before, so
 * that strangers can't lock the owner out. Unknown accounts take the same time.
 */
export async function logIn(ctx: Context, login: string, password: string): Promise<Access> {
  const { db, site } = ctx;
  const key = nameKey(login);
  const address = canonicalAddress(login);
  const account = await findByLogin(db, site.id, address ?? login, key);
  // The lockout key is the name or the address as typed, whether or not the account exists. A key for the account would
  // show strangers which address belongs to a public name: blocking one would block the other.
  const device = await findKnownDevice(ctx, account?.id);
  const lockout = device
    ? { device: `${account?.id}:${device}` }
    : { account: `${site.id}:${nameKey(address ?? login)}` };
  const owner = await withLockout(ctx.services.limits, { ...lockout, address: ctx.ip }, async () => {
    const correct = await checkPassword(password, account?.password_hash ?? dummyHash);
    return account && correct ? account : fail("login_failed");
  });
  if (owner.deleted_at) throw (await deletedAccountError(ctx, owner.id, owner.deleted_at)) ?? fail("login_failed");
  await assertNotBarred(ctx, owner);
  return { id: owner.id, epoch: owner.access_epoch };
}

/** Checks a login by passkey. Failures count for the IP address, as with a password. */
export async function logInByPasskey(ctx: Context, response: UsedCredential): Promise<Access> {
  return await withLockout(ctx.services.limits, { address: ctx.ip }, async () => {
    const verified = await verifyPasskey(ctx, "member", response);
    const account = "ownerId" in verified ? await findAccount(ctx.db, ctx.site.id, verified.ownerId) : undefined;
    const deletedError = account?.deleted_at && (await deletedAccountError(ctx, account.id, account.deleted_at));
    if (deletedError) throw deletedError;
    if ("ownerId" in verified && account && !account.deleted_at) {
      await assertNotBarred(ctx, account);
      return { id: account.id, epoch: verified.epoch };
    }
    return fail("refused" in verified ? verified.refused : "passkey_login_failed");
  });
}
