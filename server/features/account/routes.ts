import type { RedeemedLink } from "#contract/account.ts";
import * as contract from "#contract/account.ts";
import { type LinkKind, logIn as logInCall, resetPassword as resetPasswordCall } from "#contract/auth.ts";
import { eraseImported, getImported } from "#contract/imports.ts";
import { logInByPasskey as logInByPasskeyCall } from "#contract/passkeys.ts";
import { agree as agreeCall, getComingTerms } from "#contract/terms.ts";
import {
  findLink,
  findOpenMailChange,
  isActivationLink,
  type Link,
  logIn,
  logInByPasskey,
  redeemLink,
  resetPassword,
} from "#server/features/auth/index.ts";
import { sumShown } from "#server/features/visibility/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import { type Context, type Handler, handle, type Mutating } from "#server/http/handle.ts";
import { recordDone, recordFailure } from "#server/http/record-events.ts";
import { findCounts, updateLanguage } from "./accounts-store.ts";
import { cancelMailChange, changeMail, requestMailChange, undoMailChange } from "./change-mail.ts";
import { deleteAccount } from "./close-account.ts";
import { confirmAddress, resendActivation } from "./confirm-address.ts";
import { eraseImportedByLink, showImported } from "./imports/imported.ts";
import { requestReactivation, restoreAccount, showRestorable } from "./restore-account.ts";
import { presentUser, showUser } from "./show-user.ts";
import { signUp } from "./sign-up.ts";
import { agree } from "./terms/agree.ts";
import { showComingTerms } from "./terms/next-terms.ts";
import { checkSignup } from "./validate-identity.ts";

type Follow<Kind> = (ctx: Mutating, link: Link) => Promise<Omit<Extract<RedeemedLink, { kind: Kind }>, "kind">>;

/** What the button of `/{token}` does for each kind of link that it redeems. */
const follow: { [Kind in RedeemedLink["kind"]]: Follow<Kind> } = {
  activation: (ctx, { accountId }) => confirmAddress(ctx, accountId),
  login: async (ctx, { accountId }) => {
    ctx.openSession(accountId);
    recordDone(ctx, "link_login", accountId);
    return {};
  },
  reactivation: async (ctx, { accountId }) => {
    const { refunds } = await showRestorable(ctx, accountId);
    return { ...(await restoreAccount(ctx, accountId)), refunds };
  },
  mail_undo: undoMailChange,
};

const kinds = Object.keys(follow) as RedeemedLink["kind"][];
const isFollowed = (kind: LinkKind): kind is RedeemedLink["kind"] => kind in follow;

/** An activation link that is used or has expired says that the activation failed, for a look and for its button. */
async function deadLink({ db, site }: Context, token: string) {
  return fail((await isActivationLink(db, site.id, token)) ? "activation_failed" : "link_invalid");
}

/** Redeems a link and does what it is for, both or neither. */
async function followLink(ctx: Mutating, token: string): Promise<RedeemedLink> {
  const link = await redeemLink(ctx.db, ctx.site.id, token, kinds, ctx.now);
  if (!link || !isFollowed(link.kind)) throw await deadLink(ctx, token);
  return { kind: link.kind, ...(await follow[link.kind](ctx, link)) } as RedeemedLink;
}

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
      ctx.services.securityEvents.record({ kind: "signup", outcome: "ok", accountId, address: ctx.ip }),
    );
    return await presentUser(ctx, accountId);
  }),
  handle(agreeCall, async (ctx, { body }) => {
    await agree(ctx, body.to);
    return await presentUser(ctx, ctx.viewer.memberId);
  }),
  handle(getImported, async (ctx, { query }) => ({ imported: await showImported(ctx, query.token) })),
  handle(eraseImported, async (ctx, { body }) => {
    await eraseImportedByLink(ctx, body.token);
    return { erased: true as const };
  }),
  handle(contract.checkSignup, (ctx, { body }) => checkSignup(ctx, body)),
  handle(contract.resendActivation, async (ctx, { body }) => ({ email: await resendActivation(ctx, body.email) })),
  handle(contract.getLink, async (ctx, { query }) => {
    const link = await findLink(ctx.db, ctx.site.id, query.token, ctx.now);
    if (!link) throw await deadLink(ctx, query.token);
    const { kind, email, accountId } = link;
    const restores = kind === "reactivation" ? await showRestorable(ctx, accountId) : null;
    return { kind, email, own: ctx.viewer?.memberId === accountId, restores };
  }),
  handle(contract.redeemLink, (ctx, { body }) => followLink(ctx, body.token)),
  handle(contract.requestMailChange, async (ctx, { body }) => ({ email: await requestMailChange(ctx, body) })),
  handle(contract.getMailChange, async ({ db, viewer, now }) => ({
    email: await findOpenMailChange(db, viewer.memberId, now),
  })),
  handle(contract.cancelMailChange, async (ctx) => {
    await cancelMailChange(ctx);
    return { ok: true };
  }),
  handle(contract.changeMail, async (ctx, { body }) => ({ email: await changeMail(ctx, body.token) })),
  handle(contract.deleteAccount, async (ctx, { body }) => {
    const { until, refunds } = await deleteAccount(ctx, body);
    return { until: until.toISOString(), refunds };
  }),
  handle(contract.requestReactivation, async (ctx, { body }) => {
    await requestReactivation(ctx, body.email);
    return { ok: true };
  }),
  // the calls that log a member in: `auth` checks the access, and the answer is the `user`
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
  handle(getComingTerms, async ({ db, site, language }) => ({ coming: await showComingTerms(db, site.id, language) })),
];
