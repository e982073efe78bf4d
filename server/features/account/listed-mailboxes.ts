import type { Config } from "#server/config/config.ts";
import type { Trx } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { canonicalAddress } from "#server/features/auth/index.ts";
import { failFields } from "#server/http/fail.ts";
import { hashMailbox } from "./banned-mailboxes.ts";
import { deleteListedMailboxes, insertListedMailboxes, listMailboxesOf } from "./listed-mailboxes-store.ts";

/** The mailboxes that a program names: by address, or by the hash of their address as `hashMailbox` makes it. */
type NamedMailboxes = { emails: readonly string[]; hashes: readonly string[] };

type SiteMailboxes = { db: Db; services: { config: Pick<Config, "secret"> }; site: { id: number } };
type Asked = SiteMailboxes & { db: Trx; now: Date };

/** The hash of the mailbox of each address, in hex, sorted and each once; null: one of them is no address. */
export async function hashAddresses({ db, services, site }: SiteMailboxes, emails: readonly string[]) {
  const addresses = emails.map(canonicalAddress).filter((address) => address !== null);
  if (addresses.length < emails.length) return null;
  const mailboxes = await listMailboxesOf(db, addresses);
  return mailboxes.map((mailbox) => hashMailbox(services.config, site.id, mailbox).toString("hex")).sort();
}

/** Sorted, so that of two calls at once neither waits for the other in a circle. */
async function hashesOf(asked: Asked, { emails, hashes }: NamedMailboxes): Promise<Buffer[]> {
  const own = await hashAddresses(asked, emails);
  if (own === null) throw failFields({ emails: "email_invalid" });
  return [...new Set([...own, ...hashes])].sort().map((hash) => Buffer.from(hash, "hex"));
}

/** Bars mailboxes from signing up on a site; answers how many were not listed before. */
export async function listMailboxes(asked: Asked, named: NamedMailboxes): Promise<number> {
  const { db, site, now } = asked;
  return await insertListedMailboxes(db, site.id, await hashesOf(asked, named), now);
}

/** Takes mailboxes off the list of a site; answers how many were on it. */
export async function unlistMailboxes(asked: Asked, named: NamedMailboxes): Promise<number> {
  return await deleteListedMailboxes(asked.db, asked.site.id, await hashesOf(asked, named));
}
