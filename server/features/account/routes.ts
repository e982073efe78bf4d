import * as contract from "#contract/account.ts";
import { findLink, isActivationLink } from "#server/features/auth/index.ts";
import { sumShown } from "#server/features/visibility/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { recordSecurityEvent } from "#server/security-events.ts";
import { changeMail, requestMailChange } from "./change-mail.ts";
import { checkSignup } from "./check-signup.ts";
import { resendActivation } from "./correct-address.ts";
import { deleteAccount } from "./delete-account.ts";
import { followLink } from "./follow-link.ts";
import { requestReactivation } from "./request-reactivation.ts";
import { presentUser, showUser } from "./show-user.ts";
import { signUp } from "./sign-up.ts";
import { findCounts, updateLanguage } from "./store.ts";

export const accountRoutes: Handler[] = [
  handle(contract.getUser, async (ctx) => ({
    user: ctx.viewer ? await showUser(ctx, ctx.viewer.memberId) : null,
  })),
  handle(contract.getCounts, async ({ db, site, viewer: { memberId } }) => {
    const rows = await findCounts(db, { memberId });
    const countOf = (what: "messages" | "likes") =>
      sumShown(
        rows.filter(({ of }) => of === what),
        site.id,
        memberId,
      );
    return { unread_messages: countOf("messages"), new_likes: countOf("likes") };
  }),
  handle(contract.putLanguage, async (ctx, { body }) => {
    if (!ctx.site.settings.languages.includes(body.language)) throw failFields({ language: "unknown_option" });
    await updateLanguage(ctx.db, ctx.viewer.memberId, body.language);
    return await presentUser(ctx, ctx.viewer.memberId);
  }),
  handle(contract.signUp, async (ctx, { body }) => {
    const accountId = await signUp(ctx, body);
    ctx.openSession(accountId);
    ctx.afterCommit(() =>
      recordSecurityEvent(ctx.services, { kind: "signup", outcome: "ok", accountId, address: ctx.ip }),
    );
    return await presentUser(ctx, accountId);
  }),
  handle(contract.checkSignup, (ctx, { body }) => checkSignup(ctx, body)),
  handle(contract.resendActivation, async (ctx, { body }) => ({ email: await resendActivation(ctx, body.email) })),
  handle(contract.getLink, async (ctx, { query }) => {
    const link = await findLink(ctx.db, ctx.site.id, query.token, ctx.now);
    if (!link) {
      throw fail((await isActivationLink(ctx.db, ctx.site.id, query.token)) ? "activation_failed" : "link_invalid");
    }
    return { kind: link.kind, email: link.email, own: ctx.viewer?.memberId === link.accountId };
  }),
  handle(contract.redeemLink, (ctx, { body }) => followLink(ctx, body.token)),
  handle(contract.requestMailChange, async (ctx, { body }) => ({ email: await requestMailChange(ctx, body) })),
  handle(contract.changeMail, async (ctx, { body }) => ({ email: await changeMail(ctx, body.token) })),
  handle(contract.deleteAccount, async (ctx, { body }) => ({ until: (await deleteAccount(ctx, body)).toISOString() })),
  handle(contract.requestReactivation, async (ctx, { body }) => {
    await requestReactivation(ctx, body.email);
    return { ok: true };
  }),
];
