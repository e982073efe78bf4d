import * as contract from "#contract/auth.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { changePassword } from "./change-password.ts";
import { endDevice, endOtherDevices, showDevices } from "./devices.ts";
import { endSessions } from "./end-sessions.ts";
import { logIn } from "./log-in.ts";
import { requestRecovery } from "./request-recovery.ts";
import { resetPassword } from "./reset-password.ts";

export const authRoutes: Handler[] = [
  handle(contract.logIn, async (ctx, { body }) => {
    const accountId = await logIn(ctx, body.login, body.password);
    ctx.openSession(accountId);
    return await ctx.services.hooks.presentUser(ctx, accountId);
  }),
  handle(contract.logOut, async (ctx) => {
    if (ctx.viewer) await endSessions(ctx, ctx.viewer.memberId, { only: ctx.viewer.tokenHash });
    ctx.closeSession();
    return { ok: true };
  }),
  handle(contract.requestRecovery, (ctx, { body }) => requestRecovery(ctx, body)),
  handle(contract.resetPassword, async (ctx, { body }) =>
    ctx.services.hooks.presentUser(ctx, await resetPassword(ctx, body)),
  ),
  handle(contract.changePassword, async (ctx, { body }) => {
    await changePassword(ctx, body);
    return { ok: true };
  }),
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
