import type { FastifyBaseLogger } from "fastify";
import { fail } from "#server/http/fail.ts";
import { PaymentRefused } from "#server/ports/payments/port.ts";

/** Throws `PaymentRefused` if the provider refuses, `payment_unavailable` if it fails otherwise or is too slow. */
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
