import * as contract from "#contract/account.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { checkSignup } from "./check-signup.ts";
import { resendActivation } from "./correct-address.ts";
import { presentUser, showUser } from "./show-user.ts";
import { signUp } from "./sign-up.ts";
import { updateLanguage } from "./store.ts";

export const accountRoutes: Handler[] = [
  handle(contract.getUser, async (ctx) => ({
    user: ctx.viewer ? await showUser(ctx.db, ctx.site, ctx.viewer.memberId) : null,
  })),
  handle(contract.putLanguage, async (ctx, { body }) => {
    await updateLanguage(ctx.db, ctx.viewer.memberId, body.language);
    return await presentUser(ctx, ctx.viewer.memberId);
  }),
  handle(contract.signUp, async (ctx, { body }) => {
    const accountId = await signUp(ctx, body);
    ctx.openSession(accountId);
    return await presentUser(ctx, accountId);
  }),
  handle(contract.checkSignup, (ctx, { body }) => checkSignup(ctx, body)),
  handle(contract.resendActivation, async (ctx, { body }) => ({ email: await resendActivation(ctx, body.email) })),
];
