import { formatTime } from "#server/features/mails/index.ts";
import { type Failure, fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { restorableUntil } from "./deletion-period.ts";

/**
 * What someone hears who has just proven, by a password or a passkey, that a deleted account is theirs: until when the
 * mail's link brings it back (D3.9). Undefined where the time is over: then there is no such account any more.
 */
export function deletedAccountError(ctx: Pick<Context, "language" | "now">, deletedAt: Date): Failure | undefined {
  const until = restorableUntil(deletedAt);
  if (until <= ctx.now) return undefined;
  return fail("account_deleted", { params: { until: formatTime(ctx.language, until) } });
}
