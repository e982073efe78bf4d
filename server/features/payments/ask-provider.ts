import type { FastifyBaseLogger } from "fastify";
import { fail } from "#server/http/fail.ts";
import { PaymentRefused } from "#server/ports/payments/port.ts";

/**
 * Calls the payment provider with a timeout. Throws `PaymentRefused` if the provider refuses, and `payment_unavailable`
 * if the call fails in another way or takes longer; the provider's error goes only to the log.
 */
export async function askProvider<Answer>(
  log: FastifyBaseLogger,
  call: (signal: AbortSignal) => Promise<Answer>,
  timeoutMs = 8_000,
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const timeout = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  try {
    return await Promise.race([call(signal), timeout]);
  } catch (error) {
    if (error instanceof PaymentRefused) throw error;
    log.error({ err: error }, "the payment provider does not answer");
    throw fail("payment_unavailable");
  }
}
