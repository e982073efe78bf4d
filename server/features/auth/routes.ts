import * as contract from "#contract/auth.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { recordDone, recordFailure } from "#server/http/record-events.ts";
import { endDevice, endOtherDevices, showDevices } from "./devices.ts";
import { endSessions } from "./end-sessions.ts";
import { changePassword } from "./new-password.ts";
import { requestRecovery } from "./request-recovery.ts";

export const authRoutes: Handler[] = [
  handle(contract.logOut, async (ctx) => {
    if (ctx.viewer) await endSessions(ctx, ctx.viewer.memberId, { only: ctx.viewer.tokenHash });
    ctx.closeSession();
    return { ok: true };
  }),
  handle(contract.requestRecovery, (ctx, { body }) => requestRecovery(ctx, body)),
  handle(contract.changePassword, async (ctx, { body }) => {
    const accountId = ctx.viewer.memberId;
    const attempt = { kind: "password_change", lockout: "lockout", accountId } as const;
    await recordFailure(ctx, attempt, () => changePassword(ctx, body));
    recordDone(ctx, "password_change", accountId);
    return { ok: true };
  }),
  handle(contract.getDevices, (ctx) => showDevices(ctx)),
  handle(contract.endDevice, async (ctx, { body }) => {
    await endDevice(ctx, body.id);
    return await showDevices(ctx);
  }),
  handle(contract.endOtherDevices, async (ctx) => {
    await endOtherDevices(ctx);
    recordDone(ctx, "sessions_ended", ctx.viewer.memberId);
    return await showDevices(ctx);
  }),
];
