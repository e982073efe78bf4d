import type { Context } from "#server/http/handle.ts";
import { usableStatuses } from "./usable-statuses.ts";

/**
 * Refuses the login to an account that staff suspended or banned (D11.4), once password or passkey are known to be
 * right. Throws `account_suspended` or `account_banned`, each with a link to the decision.
 */
export async function assertNotBarred(ctx: Context, account: { id: string; status: string }): Promise<void> {
  if (usableStatuses.includes(account.status)) return;
  const failure = await ctx.services.hooks.barredError(ctx, account.id);
  if (failure) throw failure;
}
