import { type LinkKind, linkKinds } from "#contract/auth.ts";
import { dayMs, hourMs } from "#contract/durations.ts";
import { type Lockable, type Locked, lockAccount } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { Random } from "#server/lib/random.ts";
import {
  activationLinkExists,
  deleteOpenLinks,
  findOpenLink,
  insertLink,
  lockAccountOfLink,
  markRedeemed,
} from "./email-links-store.ts";
import { hashToken } from "./sessions.ts";

/** How long a link lives, in milliseconds, by its kind. `mail_undo` goes to the old address after a change. */
export const linkLifetimes = {
  activation: 7 * dayMs,
  reset: hourMs,
  login: dayMs,
  mail_change: dayMs,
  mail_undo: 2 * dayMs,
  reactivation: 14 * dayMs,
} as const satisfies Record<LinkKind, number>;

/** A stranger who requests another one must not revoke the one that the owner is about to open. */
const requestedByAnyone: readonly LinkKind[] = ["reset", "login", "reactivation"];

export type NewLink = {
  kind: LinkKind;
  accountId: string;
  now: Date;
  /** The address that the link sets, if it sets one: the new one for `mail_change`, the old one for `mail_undo`. */
  email?: string;
  /** Set if the link expires earlier than its kind: a reactivation link that is sent again. */
  expiresAt?: Date;
  /** Set by a caller that may run twice, and makes the same token each time: 256 bits that no one can guess. */
  token?: string;
};

export type Link = { kind: LinkKind; accountId: string; email: string | null; createdAt: Date };

/** Earlier ones of its kind stop working (D3.6), except undo links and the last that anyone can request. */
export async function createLink(db: Lockable<"accounts">, random: Random, link: NewLink): Promise<string> {
  const { kind, accountId, now, email, expiresAt = new Date(now.getTime() + linkLifetimes[kind]) } = link;
  const { token = random.token() } = link;
  const account = await lockAccount(db, accountId);
  if (kind !== "mail_undo") await deleteOpenLinks(account, accountId, kind, requestedByAnyone.includes(kind) ? 1 : 0);
  await insertLink(account, {
    token_hash: hashToken(token),
    kind,
    account_id: accountId,
    email: email ?? null,
    created_at: now,
    expires_at: expiresAt,
  });
  return token;
}

/** Finds a link without redeeming it; undefined if it is expired, used, unknown or of another site. */
export async function findLink(db: Db, siteId: number, token: string, now: Date): Promise<Link | undefined> {
  return await findOpenLink(db, siteId, hashToken(token), now);
}

/** Whether a link was made to activate an account of the site, even if it is expired or used. */
export async function isActivationLink(db: Db, siteId: number, token: string): Promise<boolean> {
  return await activationLinkExists(db, siteId, hashToken(token));
}

/** Redeems a link of one of these kinds; undefined if it is expired, used, unknown or of another site. */
export async function redeemLink(
  db: Lockable<"accounts">,
  siteId: number,
  token: string,
  kinds: readonly LinkKind[],
  now: Date,
): Promise<Link | undefined> {
  const account = await lockAccountOfLink(db, hashToken(token));
  return await markRedeemed(account, siteId, hashToken(token), kinds, now);
}

/** Revokes an account's open links of these kinds, as after a change of password. */
export async function revokeLinks(account: Locked<"accounts">, id: string, kinds: readonly LinkKind[]): Promise<void> {
  for (const kind of kinds) await deleteOpenLinks(account, id, kind);
}

/** A thief who deletes the account must not outlive the link that undoes their change of its address. */
export const allKindsButUndo = linkKinds.filter((kind) => kind !== "mail_undo");
