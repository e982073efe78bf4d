import * as contract from "#contract/passkeys.ts";
import { settingPath } from "#contract/setting-sections.ts";
import { mailOwner } from "#server/features/mails/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import { type Handler, handle, type MemberContext } from "#server/http/handle.ts";
import { recordDone } from "#server/http/record-events.ts";
import { findOwner } from "./accounts-store.ts";
import { addPasskey, offerPasskey } from "./add-passkey.ts";
import { removePasskey, renamePasskey, showPasskeys } from "./manage-passkeys.ts";
import { requirePassword } from "./passwords.ts";
import { hasFreshLogin, lockOwnAccount } from "./sessions.ts";
import { requestPasskey } from "./verify-passkey.ts";

async function notifyPasskeyChange(ctx: MemberContext, kind: "passkey_added" | "passkey_removed", passkey: string) {
  const owner = await findOwner(ctx.db, ctx.viewer.memberId);
  await mailOwner(ctx, owner, { kind, path: settingPath("passkeys"), passkey });
}

const ownerOf = ({ viewer }: MemberContext) => ({ kind: "member", id: viewer.memberId }) as const;
const show = async (ctx: MemberContext) => showPasskeys(ctx, ownerOf(ctx), !(await hasFreshLogin(ctx)));

/** Until an account's address is confirmed, a person who does not own that may have made it. */
async function assertConfirmed(ctx: MemberContext): Promise<void> {
  if ((await findOwner(ctx.db, ctx.viewer.memberId)).status !== "active") throw fail("passkey_unconfirmed");
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
    await lockOwnAccount(ctx);
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
