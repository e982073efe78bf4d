import type { MessageRisk } from "#contract/chat.ts";
import { daysBefore } from "#server/db/delete-by-age.ts";
import type { Locked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { type Failure, fail } from "#server/http/fail.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import {
  countFirstMessages,
  eraseHashes,
  findBegun,
  insertFirstMessage,
  insertRisks,
  openReview,
} from "./first-messages-store.ts";
import {
  findRisks,
  firstMessageDays,
  hashText,
  isNewcomer,
  newcomerChats,
  newcomerChatsMs,
  reviewMs,
  reviewRecipients,
  sameTextMembers,
  sameTextMs,
} from "./rules.ts";

/** What to record about a first message. Undefined if nothing, so that sending then stays a single statement. */
export type FirstMessage = { begins: boolean; hash: Buffer | null; risks: readonly MessageRisk[]; joinedAt: Date };

type FirstMessageInput = { text: string; recipient: string; begins: boolean; joinedAt: Date };

/** Checks a message of a chat whose recipient has not written yet, without the database. */
export function inspectFirstMessage({ text, recipient, ...rest }: FirstMessageInput): FirstMessage | undefined {
  const [hash, risks] = [hashText(text, recipient), findRisks(text)];
  return rest.begins || hash !== null || risks.length > 0 ? { ...rest, hash, risks } : undefined;
}

type Recorded = { siteId: number; messageId: string; authorId: string; conversationId: string; now: Date };

/** The text was written to too many members. A different one can be sent at once. */
export function sameTextError(): Failure {
  // the wait is long, so that the browser does not resend this text
  return fail("same_text_limit", { params: { count: sameTextMembers }, retryAfter: sameTextMs / 1_000 });
}

const earlier = (now: Date, ms: number) => new Date(now.getTime() - ms);

function tooManyChats(counts: { begun: number; oldest: Date | null }, joinedAt: Date, now: Date): Failure | undefined {
  if (!isNewcomer(joinedAt, now) || counts.begun < newcomerChats) return undefined;
  const waitMs = (counts.oldest ?? now).getTime() + newcomerChatsMs - now.getTime();
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000));
  return fail("new_chats_limit", { params: { count: minutes }, retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)) });
}

/** Fails with `new_chats_limit` if a newcomer may begin no other chat now. Ask before an offer. */
export async function newChatsError(db: Db, authorId: string, now: Date): Promise<Failure | undefined> {
  const { joined_at, ...counts } = await findBegun(db, authorId, earlier(now, newcomerChatsMs));
  return tooManyChats(counts, joined_at, now);
}

/** Concurrent ones of an author can't exceed the limits. Several risky ones open a review. */
export async function recordFirstMessage(db: Locked<"wallets">, first: FirstMessage, message: Recorded): Promise<void> {
  const { siteId, messageId, authorId, conversationId, now } = message;
  const { begins, hash, risks, joinedAt } = first;
  const counts = await countFirstMessages(
    db,
    { authorId, conversationId, hash },
    {
      same: earlier(now, sameTextMs),
      begun: earlier(now, newcomerChatsMs),
    },
  );
  if (counts.same >= sameTextMembers) throw sameTextError();
  const tooMany = begins ? tooManyChats(counts, joinedAt, now) : undefined;
  if (tooMany) throw tooMany;
  await insertFirstMessage(db, {
    site_id: siteId,
    author_id: authorId,
    conversation_id: conversationId,
    begins,
    text_hash: hash,
    risky: risks.length > 0,
    created_at: now,
  });
  if (risks.length === 0) return;
  await insertRisks(db, messageId, { risks, now });
  const since = { since: earlier(now, reviewMs), sameSince: earlier(now, sameTextMs) };
  await openReview(db, message, { ...since, least: reviewRecipients });
}

/** Erases the hashes of marked first messages after a day; by then the others are deleted. */
export const purgeFirstMessages = defineScheduledJob({
  name: "purge-first-messages",
  every: "13 * * * *",
  run: ({ db, clock }) => eraseHashes(db, daysBefore(clock.now(), firstMessageDays.plain)),
});
