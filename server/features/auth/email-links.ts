import type { LinkKind } from "#contract/auth.ts";
import type { Db } from "#server/db/pool.ts";
import type { Random } from "#server/random.ts";
import { hashToken } from "./sessions.ts";
import { deleteOpenLinks, findOpenLink, insertLink, lockAccount, markRedeemed } from "./store.ts";

const hours = 3_600_000;

/** How long a link lives, in milliseconds, by its kind (D3.6). `mail_undo` goes to the old address after a change. */
export const linkLives = {
  activation: 7 * 24 * hours,
  reset: hours,
  login: 24 * hours,
  mail_change: 24 * hours,
  mail_undo: 48 * hours,
  reactivation: 14 * 24 * hours,
} as const satisfies Record<LinkKind, number>;

export type NewLink = {
  kind: LinkKind;
  accountId: string;
  now: Date;
  /** The address that the link is about, where that is not the account's own: the new one of `mail_change`, the old one of `mail_undo`. */
  email?: string;
  /** Where it lives less long than its kind: the reactivation link that is sent once more (D3.9). */
  expiresAt?: Date;
};

/** What a link is for, once its token was found to be good. */
export type Link = { kind: LinkKind; accountId: string; email: string | null; createdAt: Date };

/**
 * Makes a single-use link's token, 256 bits, kept as a hash; earlier unspent ones of the kind stop working (D3.6). Those
 * that undo a change of address go on: a second change must not take the first one's way back away.
 */
export async function createLink(db: Db, random: Random, link: NewLink): Promise<string> {
  const { kind, accountId, now, email, expiresAt = new Date(now.getTime() + linkLives[kind]) } = link;
  const token = random.token();
  await lockAccount(db, { id: accountId });
  if (kind !== "mail_undo") await deleteOpenLinks(db, accountId, kind);
  await insertLink(db, {
    token_hash: hashToken(token),
    kind,
    account_id: accountId,
    email: email ?? null,
    created_at: now,
    expires_at: expiresAt,
  });
  return token;
}

/** Looks at a link without spending it; undefined for an expired, used, unknown or foreign one. */
export async function findLink(db: Db, siteId: number, token: string, now: Date): Promise<Link | undefined> {
  return toLink(await findOpenLink(db, siteId, hashToken(token), now));
}

/** Spends a link once, of one of these kinds only; undefined for an expired, used, unknown or foreign one. */
export async function redeemLink(
  db: Db,
  siteId: number,
  token: string,
  kinds: readonly LinkKind[],
  now: Date,
): Promise<Link | undefined> {
  await lockAccount(db, { linkHash: hashToken(token) });
  return toLink(await markRedeemed(db, siteId, hashToken(token), kinds, now));
}

/** Makes every open link of an account worthless, as after a change of its password. The caller has locked the account. */
export async function revokeLinks(db: Db, accountId: string, kinds: readonly LinkKind[]): Promise<void> {
  for (const kind of kinds) await deleteOpenLinks(db, accountId, kind);
}

type Row = { kind: string; account_id: string; email: string | null; created_at: Date };

function toLink(row: Row | undefined): Link | undefined {
  return row && { kind: row.kind as LinkKind, accountId: row.account_id, email: row.email, createdAt: row.created_at };
}
