import { sendMailJob } from "#server/features/notifications/send-mail.ts";
import type { Context } from "#server/http/handle.ts";
import { pagePrefix } from "#server/http/language.ts";
import { makeActivationToken } from "./email-links.ts";

/** Puts the activation mail on its way, in the transaction of what made it necessary (R4.01). */
export async function sendActivation(
  ctx: Context,
  account: { id: string; name: string; email: string },
): Promise<void> {
  const token = await makeActivationToken(ctx.db, ctx.platform.random, account.id, ctx.now);
  await ctx.platform.jobs.add(ctx.db, sendMailJob, {
    siteId: ctx.site.id,
    to: account.email,
    language: ctx.language,
    origin: ctx.origin,
    kind: "activation",
    params: { name: account.name, link: `${ctx.origin}${pagePrefix(ctx.language)}/${token}` },
  });
}
