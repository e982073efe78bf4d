import * as contract from "#contract/passkeys.ts";
import { failFields } from "#server/http/fail.ts";
import { type Handler, handle, type MemberContext } from "#server/http/handle.ts";
import { addPasskey } from "./add-passkey.ts";
import { removePasskey, renamePasskey } from "./change-passkeys.ts";
import { hasFreshLogin } from "./fresh-login.ts";
import { logInByPasskey } from "./log-in-by-passkey.ts";
import { notifyPasskeyChange } from "./notify-passkey-change.ts";
import { offerPasskey } from "./offer-passkey.ts";
import { requirePassword } from "./require-password.ts";
import { showPasskeys } from "./show-passkeys.ts";
import { findOwner } from "./store.ts";
import { requestPasskey } from "./verify-passkey.ts";

const ownerOf = ({ viewer }: MemberContext) => ({ kind: "member", id: viewer.memberId }) as const;
const show = async (ctx: MemberContext) => showPasskeys(ctx, ownerOf(ctx), !(await hasFreshLogin(ctx)));

export const passkeyRoutes: Handler[] = [
  handle(contract.getPasskeys, show),
  handle(contract.offerPasskey, async (ctx, { body }) => {
    if (!(await hasFreshLogin(ctx))) {
      if (!body.password) throw failFields({ password: "required" });
      await requirePassword(ctx, body.password);
    }
    const { name } = await findOwner(ctx.db, ctx.viewer.memberId);
    return { options: await offerPasskey(ctx, ownerOf(ctx), name) };
  }),
  handle(contract.addPasskey, async (ctx, { body }) => {
    await addPasskey(ctx, ownerOf(ctx), body);
    await notifyPasskeyChange(ctx, "passkey_added", body.name);
    return await show(ctx);
  }),
  handle(contract.renamePasskey, async (ctx, { body }) => {
    await renamePasskey(ctx, ownerOf(ctx), body);
    return await show(ctx);
  }),
  handle(contract.removePasskey, async (ctx, { body }) => {
    await notifyPasskeyChange(ctx, "passkey_removed", await removePasskey(ctx, ownerOf(ctx), body.id));
    return await show(ctx);
  }),
  handle(contract.getPasskeyChallenge, async (ctx) => ({ options: await requestPasskey(ctx, "member") })),
  handle(contract.logInByPasskey, async (ctx, { body }) => {
    const accountId = await logInByPasskey(ctx, body.response);
    ctx.openSession(accountId);
    return await ctx.services.hooks.presentUser(ctx, accountId);
  }),
];
