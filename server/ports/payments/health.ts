import { PaymentRefused, ProviderFailure } from "./port.ts";

/** So many failures within this time make a provider count as down, for this long. */
const failures = { count: 3, withinMs: 60_000, passedOverMs: 30_000 };

/**
 * Whether providers can be reached, by this process's own orders. A provider that answers, even with a refusal, is up;
 * after `passedOverMs` the next order tries it again.
 */
export function createProviderHealth(now: () => number = () => performance.now()) {
  const failedAt = new Map<string, number[]>();

  function isDown(name: string): boolean {
    const times = failedAt.get(name) ?? [];
    const last = times.at(-1);
    return times.length >= failures.count && last !== undefined && now() - last < failures.passedOverMs;
  }

  return {
    isDown,
    /** Runs a question to a provider, and notes whether it answered. */
    async observe<T>(name: string, ask: () => Promise<T>): Promise<T> {
      try {
        const answer = await ask();
        failedAt.delete(name);
        return answer;
      } catch (error) {
        const isAnswer = error instanceof PaymentRefused || (error instanceof ProviderFailure && !error.isDown);
        if (isAnswer) {
          failedAt.delete(name);
          throw error;
        }
        const recent = (failedAt.get(name) ?? []).filter((time) => now() - time < failures.withinMs);
        failedAt.set(name, [...recent, now()].slice(-failures.count));
        throw error;
      }
    },
  };
}
