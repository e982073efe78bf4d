import * as contract from "#contract/account.ts";
import { authCookie } from "#server/http/api.ts";
import { fail } from "#server/http/fail.ts";
import { type Context, type Handler, handle } from "#server/http/handle.ts";
import { confirmAddress } from "./confirm-address.ts";
import { logIn } from "./log-in.ts";
import { sendActivation } from "./send-activation.ts";
import { showUser } from "./show-user.ts";
import { signUp } from "./sign-up.ts";
import { findAccount, updateLanguage } from "./store.ts";

async function present(ctx: Context, accountId: string) {
  const user = await showUser(ctx.db, ctx.site, accountId);
  if (!user) throw fail("authentication_required");
  return { user };
}

/** `endSession` ends the session of a cookie's token. */
export function accountRoutes(endSession: (token: string) => Promise<void>): Handler[] {
  return [
    handle(contract.getUser, async (ctx) => ({
      user: ctx.viewer ? await showUser(ctx.db, ctx.site, ctx.viewer.memberId) : null,
    })),
    handle(contract.logIn, async (ctx, { body }) => {
      const accountId = await logIn(ctx, body.login, body.password);
      ctx.openSession(accountId);
      return await present(ctx, accountId);
    }),
    handle(contract.putLanguage, async (ctx, { body }) => {
      await updateLanguage(ctx.db, ctx.viewer.memberId, body.language);
      return await present(ctx, ctx.viewer.memberId);
    }),
    handle(contract.logOut, async (ctx) => {
      const token = ctx.request.cookies[authCookie];
      if (token) await endSession(token);
      ctx.closeSession();
      return { ok: true };
    }),
    handle(contract.signUp, async (ctx, { body }) => {
      const accountId = await signUp(ctx, body);
      ctx.openSession(accountId);
      return await present(ctx, accountId);
    }),
    handle(contract.activate, (ctx, { body }) => confirmAddress(ctx, body.token)),
    handle(contract.resendActivation, async (ctx) => {
      const account = await findAccount(ctx.db, ctx.viewer.memberId);
      if (account.status === "not_confirmed") await sendActivation(ctx, account);
      return { email: account.email };
    }),
  ];
}
