import { endOtherAccess, findOwner } from "#server/features/auth/index.ts";
import { type Delivery, deliverHeld, lockDelivery } from "#server/features/chat/index.ts";
import { book } from "#server/features/credits/index.ts";
import { publishLikes } from "#server/features/likes/index.ts";
import { listProfile } from "#server/features/profiles/index.ts";
import type { Context } from "#server/http/handle.ts";
import { recordConfirmation } from "./record-step.ts";
import { confirmAccount, isMailboxKnown } from "./store.ts";

/**
 * Activates an account whose address is confirmed: lists the profile, books the welcome credits once, delivers held
 * messages and announces the member's likes (R4.01, R4.02, D6.2, D6.3). The account may have been made by a person who
 * does not own the address, so every access but the one that confirms it ends.
 */
export async function confirmAddress(
  ctx: Context,
  accountId: string,
): Promise<{ name: string; credits: number } & Delivery> {
  const { db, site, now } = ctx;
  // taken before the wallet's lock, which booking the welcome credits needs
  await lockDelivery(db, accountId);
  // a mailbox gets the welcome credits once, whatever addresses it has
  const credits = (await isMailboxKnown(db, accountId)) ? 0 : site.settings.signup_credits;
  const isNew = await confirmAccount(db, accountId, now);
  if (isNew && credits > 0) {
    await book(db, { memberId: accountId, siteId: site.id, amount: credits, cause: "signup", causeId: accountId, now });
  }
  if (isNew) {
    await recordConfirmation(ctx, accountId);
    await endOtherAccess(ctx, accountId);
  }
  await listProfile(db, accountId);
  const delivery = await deliverHeld(ctx, accountId);
  const { name } = await findOwner(db, accountId);
  if (isNew) await publishLikes(ctx, accountId, name);
  return { name, credits, ...delivery };
}
