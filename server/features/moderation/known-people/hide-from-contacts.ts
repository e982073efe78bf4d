import type { z } from "zod";
import type { hideFromContacts as hideCall, showToContact as showCall } from "#contract/hidden-contacts.ts";
import { lockAccount } from "#server/db/locks.ts";
import { findOwner } from "#server/features/auth/index.ts";
import { findCountry } from "#server/features/credits/index.ts";
import { formatTime } from "#server/features/mails/index.ts";
import { invalidateViewer } from "#server/features/profiles/index.ts";
import {
  deleteContacts,
  findContactKeys,
  findMailboxes,
  hideContacts,
  mailboxKey,
  phoneKey,
  showToContacts,
} from "#server/features/visibility/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import { readContactLine } from "./read-contacts.ts";
import { type KeyedLine, takeLines } from "./take-lines.ts";

type Context = Mutating<MemberContext>;

async function countAttempt(ctx: Context, limit: "hidden_contacts" | "cleared_contacts"): Promise<void> {
  const wait = await ctx.services.limits.recordAttempt(limit, ctx.viewer.memberId);
  if (wait === 0) return;
  const until = formatTime(ctx.language, new Date(ctx.now.getTime() + wait * 1_000));
  throw fail("hiding_limit", { params: { until }, retryAfter: wait });
}

/** Reads lines and hashes their contacts; null: an empty line. */
async function keyLines({ db, services, site, viewer }: Context, lines: readonly string[]) {
  const country = (await findCountry(db, viewer.memberId)) ?? "";
  const contacts = lines.map((line) => (line.trim() === "" ? null : readContactLine(line, country)));
  const addresses = [...new Set(contacts.flatMap((each) => (each && "addresses" in each ? each.addresses : [])))];
  const mailboxes = await findMailboxes(db, addresses);
  const mailboxOf = new Map(addresses.map((address, place) => [address, mailboxes[place] ?? address]));
  return contacts.map((each): KeyedLine | null => {
    if (each === null || "problem" in each) return each;
    const own = each.addresses.map((address) => mailboxOf.get(address) ?? address);
    const keys = [
      ...own.map((mailbox) => mailboxKey(services.config, site.id, mailbox)),
      ...each.phones.map((phone) => phoneKey(services.config, site.id, phone)),
    ];
    return { keys, mailboxes: own };
  });
}

/**
 * Stores the contacts in these lines as keyed hashes, and hides their members and the caller from each other. The
 * answer does not depend on who has an account. Throws `hiding_not_confirmed`, `hiding_limit`.
 */
export async function hideFromContacts(
  ctx: Context,
  lines: readonly string[],
): Promise<z.output<typeof hideCall.answer>> {
  const { memberId } = ctx.viewer;
  // an account that was made a minute ago to try out addresses
  if ((await findOwner(ctx.db, memberId)).status !== "active") throw fail("hiding_not_confirmed");
  await countAttempt(ctx, "hidden_contacts");
  const db = await lockAccount(ctx.db, memberId);
  const { contacts, ...outcome } = takeLines(await keyLines(ctx, lines), await findContactKeys(db, memberId));
  const { services, site, now } = ctx;
  const members = await hideContacts({ db, services, now }, { memberId, siteId: site.id }, contacts);
  invalidateAfterCommit(ctx, [memberId, ...members]);
  return outcome;
}

function invalidateAfterCommit(ctx: Context, members: readonly string[]): void {
  ctx.afterCommit(() => {
    for (const id of members) invalidateViewer(id);
  });
}

/** Throws `hiding_limit`. */
export async function clearHiddenContacts(ctx: Context): Promise<void> {
  await countAttempt(ctx, "cleared_contacts");
  const { memberId } = ctx.viewer;
  const db = await lockAccount(ctx.db, memberId);
  const members = await deleteContacts(db, memberId);
  invalidateAfterCommit(ctx, [memberId, ...members]);
}

/**
 * Removes the contacts of one line, and shows the caller and their members to each other again. A line that is not in
 * the list changes nothing. Throws `hiding_limit`.
 */
export async function showToContact(ctx: Context, line: string): Promise<z.output<typeof showCall.answer>> {
  const { memberId } = ctx.viewer;
  const db = await lockAccount(ctx.db, memberId);
  const listed = await findContactKeys(db, memberId);
  const [keyed] = await keyLines(ctx, [line]);
  const unchanged = { count: listed.length, removed: 0 };
  if (!keyed) return { ...unchanged, problem: "no_contact" };
  if ("problem" in keyed) return { ...unchanged, problem: keyed.problem };
  const isOfLine = (key: Buffer) => keyed.keys.some((each) => each.equals(key));
  const keys = listed.filter(isOfLine);
  if (keys.length === 0) return { ...unchanged, problem: null };
  await countAttempt(ctx, "cleared_contacts");
  const rest = listed.filter((key) => !isOfLine(key));
  const { services, site } = ctx;
  const owner = { memberId, siteId: site.id };
  const members = await showToContacts({ db, services }, owner, { keys, mailboxes: keyed.mailboxes }, rest);
  invalidateAfterCommit(ctx, [memberId, ...members]);
  return { count: rest.length, removed: keys.length, problem: null };
}
