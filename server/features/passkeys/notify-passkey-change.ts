import { presentUser } from "#server/features/account/show-user.ts";
import { mailOwner } from "#server/features/notifications/mail-owner.ts";
import type { MemberContext } from "#server/http/handle.ts";

/** Notifies a member by mail that a passkey was added or removed, in the transaction of that change. */
export async function notifyPasskeyChange(
  ctx: MemberContext,
  kind: "passkey_added" | "passkey_removed",
  passkey: string,
): Promise<void> {
  const { user } = await presentUser(ctx, ctx.viewer.memberId);
  await mailOwner(ctx, { ...user, name: user.profile.name }, { kind, path: "/notifications", passkey });
}
