import { logIn as logInCall, resetPassword as resetPasswordCall } from "#contract/auth.ts";
import { logInByPasskey as logInByPasskeyCall } from "#contract/passkeys.ts";
import { logIn, logInByPasskey, resetPassword } from "#server/features/auth/index.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { recordDone, recordFailure } from "#server/http/record-events.ts";
import { presentUser } from "./show-user.ts";

/** The calls that log a member in: `auth` checks the access, and the answer is the `user`. */
export const logInRoutes: Handler[] = [
  handle(logInCall, async (ctx, { body }) => {
    const attempt = { kind: "login", lockout: "lockout" } as const;
    const { id, epoch } = await recordFailure(ctx, attempt, () => logIn(ctx, body.login, body.password));
    recordDone(ctx, "login", id);
    ctx.openSession(id, { epoch, refusal: "login_failed" });
    return await presentUser(ctx, id);
  }),
  handle(resetPasswordCall, async (ctx, { body }) => {
    const accountId = await resetPassword(ctx, body);
    recordDone(ctx, "password_reset", accountId);
    return await presentUser(ctx, accountId);
  }),
  handle(logInByPasskeyCall, async (ctx, { body }) => {
    const attempt = { kind: "passkey_login", lockout: "lockout" } as const;
    const { id, epoch } = await recordFailure(ctx, attempt, () => logInByPasskey(ctx, body.response));
    recordDone(ctx, "passkey_login", id);
    ctx.openSession(id, { epoch, refusal: "passkey_login_failed" });
    return await presentUser(ctx, id);
  }),
];
