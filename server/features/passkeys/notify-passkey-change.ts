import { presentUser } from "#server/features/account/show-user.ts";
import { mailOwner } from "#server/features/notifications/mail-owner.ts";
import type { MemberContext } from "#server/http/handle.ts";

/** Tells a member by mail that a way into their account is new, or gone, in the transaction of that change. */
export async function notifyPasskeyChange(
  ctx: MemberContext,
  kind: "passkey_added" | "passkey_removed",
  passkey: string,
): Promise<void> {
  const { user } = await presentUser(ctx, ctx.viewer.memberId);
  await mailOwner(ctx, { ...user, name: user.profile.name }, { kind, path: "/notifications", passkey });
}
