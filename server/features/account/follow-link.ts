import type { RedeemedLink } from "#contract/account.ts";
import type { LinkKind } from "#contract/auth.ts";
import { type Link, redeemLink } from "#server/features/auth/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { recordDone } from "#server/http/record-events.ts";
import { undoMailChange } from "./change-mail.ts";
import { confirmAddress } from "./confirm-address.ts";
import { restoreAccount } from "./restore-account.ts";

type Follow<Kind> = (ctx: Context, link: Link) => Promise<Omit<Extract<RedeemedLink, { kind: Kind }>, "kind">>;

/** What the button of `/{token}` does for each kind of link that it redeems. */
const follow: { [Kind in RedeemedLink["kind"]]: Follow<Kind> } = {
  activation: (ctx, { accountId }) => confirmAddress(ctx, accountId),
  login: async (ctx, { accountId }) => {
    ctx.openSession(accountId);
    recordDone(ctx, "link_login", accountId);
    return {};
  },
  reactivation: (ctx, { accountId }) => restoreAccount(ctx, accountId),
  mail_undo: undoMailChange,
};

const kinds = Object.keys(follow) as RedeemedLink["kind"][];
const isFollowed = (kind: LinkKind): kind is RedeemedLink["kind"] => kind in follow;

/** Redeems a link and does what it is for, both or neither (D3.6). */
export async function followLink(ctx: Context, token: string): Promise<RedeemedLink> {
  const link = await redeemLink(ctx.db, ctx.site.id, token, kinds, ctx.now);
  if (!link || !isFollowed(link.kind)) throw fail("link_invalid");
  return { kind: link.kind, ...(await follow[link.kind](ctx, link)) } as RedeemedLink;
}
