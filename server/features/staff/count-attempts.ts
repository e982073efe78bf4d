import { withMutex } from "#server/features/auth/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";

/**
 * Runs one login attempt. A failure (`undefined`) is counted for `who` and for the caller's IP address, as with members
 * (D3.5). A mutex runs attempts for the same `who` one after another. Throws `login_blocked` with the minutes.
 */
export async function countAttempts<T>(
  { services: { limits }, ip }: Context,
  who: string,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const assertNotBlocked = (...seconds: number[]) => {
    const longest = Math.max(...seconds);
    if (longest > 0) throw fail("login_blocked", { retryAfter: longest });
  };
  const key = `staff:${who}`;
  return await withMutex(key, async () => {
    assertNotBlocked(await limits.blocked("account", key), await limits.blocked("address", ip));
    const result = await attempt();
    if (result === undefined) assertNotBlocked(await limits.add("account", key), await limits.add("address", ip));
    else await limits.clear("account", key);
    return result;
  });
}
