import { withMutex } from "#server/lib/mutex.ts";
import { Failure, fail } from "./fail.ts";
import type { Limits } from "./rate-limits.ts";

/** An account or a browser, whose count a success resets, and the caller's IP address. */
export type LockoutKeys = { account?: string; device?: string; address?: string };

type Key = [kind: keyof LockoutKeys, who: string];

/**
 * Runs one attempt to prove a password, a code or a passkey. `attempt` returns a `Failure` if the proof is
 * wrong: this function counts the failure and throws it. An error that `attempt` throws is passed on and not counted.
 * Throws `login_blocked` with the seconds to wait if there were too many failures.
 *
 * The attempt is counted before it runs, and uncounted unless it failed. So simultaneous attempts, in any processes,
 * never exceed the limit. Attempts for the same account or browser run one after another in a process, so that
 * simultaneous correct ones all succeed.
 */
export async function withLockout<T>(
  limits: Limits,
  { account, device, address }: LockoutKeys,
  attempt: () => Promise<T | Failure>,
): Promise<T> {
  const keys = Object.entries({ account, device, address }).filter(([, who]) => who !== undefined) as Key[];
  const mutexKey = account ?? device;
  const run = () => countAttempt(limits, keys, attempt);
  return mutexKey === undefined ? await run() : await withMutex(mutexKey, run);
}

async function countAttempt<T>(limits: Limits, keys: Key[], attempt: () => Promise<T | Failure>): Promise<T> {
  await recordAttempts(limits, keys);
  let result: T | Failure;
  try {
    result = await attempt();
  } catch (error) {
    await revokeAttempts(limits, keys);
    throw error;
  }
  if (result instanceof Failure) throw (await blockedFailure(limits, keys)) ?? result;
  // a correct password for one account says nothing about the other attempts from the address
  for (const [kind, who] of keys) {
    if (kind === "address") await limits.revokeAttempt(kind, who);
    else await limits.clear(kind, who);
  }
  return result;
}

async function recordAttempts(limits: Limits, keys: Key[]): Promise<void> {
  for (const [index, [kind, who]] of keys.entries()) {
    const seconds = await limits.recordAttempt(kind, who);
    if (seconds === 0) continue;
    const longest = await blockedFailure(limits, keys);
    await revokeAttempts(limits, keys.slice(0, index));
    throw longest ?? fail("login_blocked", { retryAfter: seconds });
  }
}

async function revokeAttempts(limits: Limits, keys: Key[]): Promise<void> {
  for (const [kind, who] of keys) await limits.revokeAttempt(kind, who);
}

/** `login_blocked` with the longest time of all keys; undefined if none is blocked. */
async function blockedFailure(limits: Limits, keys: Key[]): Promise<Failure | undefined> {
  const seconds = await Promise.all(keys.map(([kind, who]) => limits.secondsBlocked(kind, who)));
  const longest = Math.max(0, ...seconds);
  return longest > 0 ? fail("login_blocked", { retryAfter: longest }) : undefined;
}
