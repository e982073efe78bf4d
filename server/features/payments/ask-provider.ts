import type { FastifyBaseLogger } from "fastify";
import { fail } from "#server/http/fail.ts";

/**
 * Asks the provider something, for at most `patienceMs`. Throws `payment_unavailable` where it fails or takes longer:
 * what it says then stays in the log.
 */
export async function askProvider<Answer>(
  log: FastifyBaseLogger,
  ask: (signal: AbortSignal) => Promise<Answer>,
  patienceMs = 8_000,
): Promise<Answer> {
  const signal = AbortSignal.timeout(patienceMs);
  const tooLate = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  try {
    return await Promise.race([ask(signal), tooLate]);
  } catch (error) {
    log.error({ err: error }, "the payment provider does not answer");
    throw fail("payment_unavailable");
  }
}
