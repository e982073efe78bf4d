import { mailOwner } from "#server/features/mails/index.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { findOwner } from "./store.ts";

/** Notifies a member by mail that a passkey was added or removed, in the transaction of that change. */
export async function notifyPasskeyChange(
  ctx: MemberContext,
  kind: "passkey_added" | "passkey_removed",
  passkey: string,
): Promise<void> {
  const owner = await findOwner(ctx.db, ctx.viewer.memberId);
  await mailOwner(ctx, owner, { kind, path: "/notifications", passkey });
}
