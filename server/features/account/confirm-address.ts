import { book } from "#server/features/credits/book.ts";
import { listProfile } from "#server/features/profiles/mark-active.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { spendLink } from "./email-links.ts";
import { confirmAccount, findAccount } from "./store.ts";

/**
 * Spends an activation token: the account is active, its profile can be found, and the welcome credits are booked,
 * once (R4.01, D6.2). Throws `link_invalid`.
 */
export async function confirmAddress(ctx: Context, token: string): Promise<{ name: string; credits: number }> {
  const { db, site, now } = ctx;
  const accountId = await spendLink(db, site.id, token, now);
  if (!accountId) throw fail("link_invalid");
  const credits = site.settings.signup_credits;
  if ((await confirmAccount(db, accountId, now)) && credits > 0) {
    await book(db, { memberId: accountId, siteId: site.id, amount: credits, cause: "signup", causeId: accountId, now });
  }
  await listProfile(db, accountId);
  const { name } = await findAccount(db, accountId);
  return { name, credits };
}
