import * as contract from "#contract/passkeys.ts";
import { fail, failFields } from "#server/http/fail.ts";
import { type Handler, handle, type MemberContext } from "#server/http/handle.ts";
import { recordDone } from "#server/http/record-events.ts";
import { addPasskey } from "./add-passkey.ts";
import { removePasskey, renamePasskey } from "./change-passkeys.ts";
import { hasFreshLogin } from "./fresh-login.ts";
import { notifyPasskeyChange } from "./notify-passkey-change.ts";
import { offerPasskey } from "./offer-passkey.ts";
import { requirePassword } from "./require-password.ts";
import { showPasskeys } from "./show-passkeys.ts";
import { findOwner, findSessionStart, lockAccount } from "./store.ts";
import { requestPasskey } from "./verify-passkey.ts";

const ownerOf = ({ viewer }: MemberContext) => ({ kind: "member", id: viewer.memberId }) as const;
const show = async (ctx: MemberContext) => showPasskeys(ctx, ownerOf(ctx), !(await hasFreshLogin(ctx)));

/**
 * Throws `passkey_unconfirmed` until the address is confirmed: the account of an address may have been made by a person
 * who does not own it. Throws `authentication_required` if the session has ended, for which the account is locked: a
 * reset that ends the passkeys at this instant must not miss the new one.
 */
async function assertConfirmed({ db, viewer }: MemberContext): Promise<void> {
  await lockAccount(db, { id: viewer.memberId });
  if ((await findSessionStart(db, viewer.tokenHash)) === undefined) throw fail("authentication_required");
  if ((await findOwner(db, viewer.memberId)).status !== "active") throw fail("passkey_unconfirmed");
}

export const passkeyRoutes: Handler[] = [
  handle(contract.getPasskeys, show),
  handle(contract.offerPasskey, async (ctx, { body }) => {
    await assertConfirmed(ctx);
    if (!(await hasFreshLogin(ctx))) {
      if (!body.password) throw failFields({ password: "required" });
      await requirePassword(ctx, body.password);
    }
    const { name } = await findOwner(ctx.db, ctx.viewer.memberId);
    return { options: await offerPasskey(ctx, ownerOf(ctx), name) };
  }),
  handle(contract.addPasskey, async (ctx, { body }) => {
    await assertConfirmed(ctx);
    await addPasskey(ctx, ownerOf(ctx), body);
    await notifyPasskeyChange(ctx, "passkey_added", body.name);
    recordDone(ctx, "passkey_added", ctx.viewer.memberId);
    return await show(ctx);
  }),
  handle(contract.renamePasskey, async (ctx, { body }) => {
    await renamePasskey(ctx, ownerOf(ctx), body);
    return await show(ctx);
  }),
  handle(contract.removePasskey, async (ctx, { body }) => {
    await notifyPasskeyChange(ctx, "passkey_removed", await removePasskey(ctx, ownerOf(ctx), body.id));
    recordDone(ctx, "passkey_removed", ctx.viewer.memberId);
    return await show(ctx);
  }),
  handle(contract.getPasskeyChallenge, async (ctx) => ({ options: await requestPasskey(ctx, "member") })),
];
