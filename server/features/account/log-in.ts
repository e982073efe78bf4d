import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { checkPassword, nobodysHash } from "./passwords.ts";
import { nameKey } from "./rules.ts";
import { findByLogin } from "./store.ts";

/**
 * Checks name or address and password (D3.2); answers the account. Wrong attempts are counted for the account and for
 * the caller's address (D3.5). Throws `login_failed`, or `login_blocked` with the minutes. Someone unknown costs the same time.
 */
export async function logIn(ctx: Context, login: string, password: string): Promise<string> {
  const { limits } = ctx.platform;
  const key = nameKey(login);
  const accountKey = `${ctx.site.id}:${key}`;
  const refuse = (seconds: number) => {
    if (seconds > 0) throw fail("login_blocked", { retryAfter: seconds });
  };
  refuse(Math.max(await limits.blocked("account", accountKey), await limits.blocked("address", ctx.ip)));
  const account = await findByLogin(ctx.db, ctx.site.id, login, key);
  const right = await checkPassword(password, account?.password_hash ?? nobodysHash);
  if (account && right) {
    await limits.right("account", accountKey);
    return account.id;
  }
  refuse(Math.max(await limits.wrong("account", accountKey), await limits.wrong("address", ctx.ip)));
  throw fail("login_failed");
}
