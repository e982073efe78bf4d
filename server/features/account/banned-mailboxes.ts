import { createHmac } from "node:crypto";
import { type Config, keyFor } from "#server/config/config.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { Services } from "#server/services.ts";
import {
  findBannedAddress,
  isMailboxBanned,
  listBannedMailboxes,
  listStaffBans,
  lockBansWithoutAccount,
  moveBan,
} from "./deletion-store.ts";

/** Says nothing without `SECRET`. */
export function hashMailbox({ secret }: Pick<Config, "secret">, siteId: number, mailbox: string): Buffer {
  return createHmac("sha256", keyFor(secret, "banned-mailbox")).update(`${siteId} ${mailbox}`).digest();
}

type Asked = { db: Db; services: { config: Pick<Config, "secret"> } };

/** Whether this address, or another one of its mailbox, is banned from this site. */
export async function isBanned({ db, services }: Asked, siteId: number, email: string): Promise<boolean> {
  const { banned, mailbox } = await findBannedAddress(db, siteId, email);
  return banned || (await isMailboxBanned(db, siteId, hashMailbox(services.config, siteId, mailbox)));
}

/** The mailboxes that staff banned, for the operator's other installations; none whose owner asked for the ban. */
export async function listSharedBans(db: Db, config: Pick<Config, "secret">) {
  const hashed = await listBannedMailboxes(db);
  const banned = (await listStaffBans(db)).map(({ site_id, mailbox, created_at }) => ({
    ...{ site_id, created_at, mailbox_hash: hashMailbox(config, site_id, mailbox) },
  }));
  return [...hashed, ...banned].map(({ mailbox_hash, created_at }) => ({
    ...{ hash: mailbox_hash.toString("hex"), at: created_at.toISOString() },
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
