import * as contract from "#contract/access.ts";
import { presentUser } from "#server/features/account/show-user.ts";
import { fail } from "#server/http/fail.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { changeMail, requestMailChange } from "./change-mail.ts";
import { changePassword } from "./change-password.ts";
import { endDevice, endOtherDevices, showDevices } from "./devices.ts";
import { findLink } from "./email-links.ts";
import { endSessions } from "./end-sessions.ts";
import { followLink } from "./follow-link.ts";
import { logIn } from "./log-in.ts";
import { requestRecovery } from "./request-recovery.ts";
import { resetPassword } from "./reset-password.ts";

export const accessRoutes: Handler[] = [
  handle(contract.logIn, async (ctx, { body }) => {
    const accountId = await logIn(ctx, body.login, body.password);
    ctx.openSession(accountId);
    return await presentUser(ctx, accountId);
  }),
  handle(contract.logOut, async (ctx) => {
    if (ctx.viewer) await endSessions(ctx, ctx.viewer.memberId, { only: ctx.viewer.tokenHash });
    ctx.closeSession();
    return { ok: true };
  }),
  handle(contract.getLink, async (ctx, { query }) => {
    const link = await findLink(ctx.db, ctx.site.id, query.token, ctx.now);
    if (!link) throw fail("link_invalid");
    return { kind: link.kind, email: link.email, own: ctx.viewer?.memberId === link.accountId };
  }),
  handle(contract.redeemLink, (ctx, { body }) => followLink(ctx, body.token)),
  handle(contract.requestRecovery, (ctx, { body }) => requestRecovery(ctx, body)),
  handle(contract.resetPassword, async (ctx, { body }) => presentUser(ctx, await resetPassword(ctx, body))),
  handle(contract.changePassword, async (ctx, { body }) => {
    await changePassword(ctx, body);
    return { ok: true };
  }),
  handle(contract.requestMailChange, async (ctx, { body }) => ({ email: await requestMailChange(ctx, body) })),
  handle(contract.changeMail, async (ctx, { body }) => ({ email: await changeMail(ctx, body.token) })),
  handle(contract.getDevices, (ctx) => showDevices(ctx)),
  handle(contract.endDevice, async (ctx, { body }) => {
    await endDevice(ctx, body.id);
    return await showDevices(ctx);
  }),
  handle(contract.endOtherDevices, async (ctx) => {
    await endOtherDevices(ctx);
    return await showDevices(ctx);
  }),
];
