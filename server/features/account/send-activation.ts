import { createLink } from "#server/features/auth/index.ts";
import { mailOwner, type Owner } from "#server/features/mails/index.ts";
import type { Context } from "#server/http/handle.ts";

/** Queues the activation mail in the caller's language, in the caller's transaction (R4.01). */
export async function sendActivation(ctx: Context, account: Omit<Owner, "language">): Promise<void> {
  const link = { kind: "activation", accountId: account.id, now: ctx.now } as const;
  const token = await createLink(ctx.db, ctx.services.random, link);
  await mailOwner(ctx, { ...account, language: ctx.language }, { kind: "activation", path: `/${token}` });
}
