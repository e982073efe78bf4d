import { createHmac } from "node:crypto";
import { type Config, keyFor } from "#server/config/config.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { Services } from "#server/services.ts";
import {
  findBannedAddress,
  isMailboxBanned,
  isSharedBan,
  listBannedMailboxes,
  listSharedSites,
  listStaffBans,
  lockBansWithoutAccount,
  moveBan,
} from "./deletion-store.ts";

/** Says nothing without `SECRET`. */
export function hashMailbox({ secret }: Pick<Config, "secret">, siteId: number, mailbox: string): Buffer {
  return createHmac("sha256", keyFor(secret, "banned-mailbox")).update(`${siteId} ${mailbox}`).digest();
}

type Asked = { db: Db; services: { config: Pick<Config, "secret" | "installations"> } };

/** Whether this address, or another one of its mailbox, is banned: from this site, or at another installation. */
export async function isBanned({ db, services }: Asked, siteId: number, email: string): Promise<boolean> {
  const { banned, mailbox } = await findBannedAddress(db, siteId, email);
  if (banned || (await isMailboxBanned(db, siteId, hashMailbox(services.config, siteId, mailbox)))) return true;
  return await isBannedElsewhere(db, services.config, mailbox);
}

/** The hash of a ban has the number of its site in it: one hash for each site of the others that has bans. */
async function isBannedElsewhere(
  db: Db,
  config: Pick<Config, "secret" | "installations">,
  mailbox: string,
): Promise<boolean> {
  if (config.installations.length === 0) return false;
  const hashes = (await listSharedSites(db)).map((site) => hashMailbox(config, site, mailbox));
  return hashes.length > 0 && (await isSharedBan(db, hashes));
}

/** The mailboxes that staff banned, for the operator's other installations; none whose owner asked for the ban. */
export async function listSharedBans(db: Db, config: Pick<Config, "secret">) {
  const hashed = await listBannedMailboxes(db);
  const banned = (await listStaffBans(db)).map(({ site_id, mailbox, created_at }) => ({
    ...{ site_id, created_at, mailbox_hash: hashMailbox(config, site_id, mailbox) },
  }));
  return [...hashed, ...banned].map(({ site_id: site, mailbox_hash, created_at }) => ({
    ...{ site, hash: mailbox_hash.toString("hex"), at: created_at.toISOString() },
  }));
}

const batch = 500;

/** Keeps the bans by staff, once the accounts are erased, as hashes instead of addresses. */
export async function hashBans({ db, config }: Pick<Services, "db" | "config">): Promise<void> {
  let count = batch;
  while (count === batch) {
    count = await inTransaction(db, async (trx) => {
      const bans = await lockBansWithoutAccount(trx, batch);
      for (const ban of bans) await moveBan(trx, ban, hashMailbox(config, ban.site_id, ban.mailbox));
      return bans.length;
    });
  }
}
