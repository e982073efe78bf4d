import { z } from "zod";
import type { Config } from "#server/config/config.ts";
import { type Lockable, lockKeys } from "#server/db/locks.ts";
import type { JobKind, JobQueue } from "#server/jobs/job-queue.ts";
import { mailboxKey } from "./keys.ts";
import {
  type Contacts,
  deleteContacts,
  deleteKeys,
  deletePairs,
  deletePairsOf,
  findMailboxes,
  findPairsWith,
  hideFromMembers,
  hideFromOwners,
  insertContacts,
} from "./store.ts";

const pair = z.object({ owner: z.uuid(), member: z.uuid() });
/** Deletes what two members have between them, as a block does; `moderation` runs it. */
export const separatePairJob: JobKind<typeof pair> = { name: "separate-pair", data: pair };

type HidingContext = {
  db: Lockable<"contact">;
  services: { config: Pick<Config, "secret">; jobs: JobQueue };
  now: Date;
};
type Member = { memberId: string; siteId: number };

/**
 * Stores contacts of a member, who is hidden from their owners from now on; returns those who have an account. One who
 * signs up at the same instant waits, and is hidden then.
 */
export async function hideContacts(ctx: HidingContext, owner: Member, contacts: Contacts): Promise<string[]> {
  const { services, now } = ctx;
  const db = await lockKeys(ctx.db, "contact", contacts.keys);
  await insertContacts(db, { ...owner, now }, contacts.keys);
  const members = await hideFromMembers(db, { ...owner, now }, contacts);
  for (const member of members) {
    await services.jobs.add(db, separatePairJob, { owner: owner.memberId, member });
  }
  return members;
}

/**
 * Removes contacts of a member, and ends hiding from those who have one of them and none of the `rest`; returns these
 * members, who see the owner again unless they hide, too.
 */
export async function showToContacts(
  ctx: Pick<HidingContext, "db"> & { services: Pick<HidingContext["services"], "config"> },
  { memberId, siteId }: Member,
  contacts: Contacts,
  rest: readonly Buffer[],
): Promise<string[]> {
  const db = await lockKeys(ctx.db, "contact", contacts.keys);
  await deleteKeys(db, memberId, contacts.keys);
  if (rest.length === 0) return await deleteContacts(db, memberId);
  const kept = new Set(rest.map((key) => key.toString("hex")));
  const pairs = await findPairsWith(db, memberId, contacts);
  const members = pairs.flatMap(({ member_id: id, mailbox, phone_keys: phones }) => {
    const own = [mailboxKey(ctx.services.config, siteId, mailbox), ...phones];
    return own.some((key) => kept.has(key.toString("hex"))) ? [] : [id];
  });
  await deletePairs(db, memberId, members);
  return members;
}

/** Hides a member from those who named this contact before. Belongs into the transaction that stores the contact. */
export async function hideByKey(ctx: HidingContext, member: Member, key: Buffer): Promise<void> {
  const { services, now } = ctx;
  const db = await lockKeys(ctx.db, "contact", [key]);
  for (const owner of await hideFromOwners(db, { ...member, now }, key)) {
    await services.jobs.add(db, separatePairJob, { owner, member: member.memberId });
  }
}

/**
 * The same for an address, in the transaction that stores it: members see others before they confirm theirs.
 * `corrected`: the one before was never the member's.
 */
export async function hideByAddress(
  ctx: HidingContext,
  member: Member,
  address: string,
  { corrected = false } = {},
): Promise<void> {
  if (corrected) await deletePairsOf(ctx.db, member.memberId);
  const [mailbox = address] = await findMailboxes(ctx.db, [address]);
  await hideByKey(ctx, member, mailboxKey(ctx.services.config, member.siteId, mailbox));
}
