import { withMutex } from "#server/features/auth/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";

/**
 * Runs one attempt to get in; a wrong one (`undefined`) is counted for `who` and for the caller's address, as members'
 * are (D3.5), and attempts on the same come one after another. Throws `login_blocked` with the minutes.
 */
export async function countAttempts<T>(
  { services: { limits }, ip }: Context,
  who: string,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const refuse = (...seconds: number[]) => {
    const longest = Math.max(...seconds);
    if (longest > 0) throw fail("login_blocked", { retryAfter: longest });
  };
  const key = `staff:${who}`;
  return await withMutex(key, async () => {
    refuse(await limits.blocked("account", key), await limits.blocked("address", ip));
    const right = await attempt();
    if (right === undefined) refuse(await limits.add("account", key), await limits.add("address", ip));
    else await limits.clear("account", key);
    return right;
  });
}
