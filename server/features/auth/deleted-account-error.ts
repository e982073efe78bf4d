import { formatTime } from "#server/features/mails/index.ts";
import { type Failure, fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { restorableUntil } from "./deletion-period.ts";

/**
 * The error for an owner who logs in to a deleted account with a correct password or passkey: it names the date until
 * which the mailed link restores it (D3.9). Undefined if that date has passed: then the account counts as gone.
 */
export function deletedAccountError(ctx: Pick<Context, "language" | "now">, deletedAt: Date): Failure | undefined {
  const until = restorableUntil(deletedAt);
  if (until <= ctx.now) return undefined;
  return fail("account_deleted", { params: { until: formatTime(ctx.language, until) } });
}
