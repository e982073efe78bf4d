import { z } from "zod";
import type { GivenBackCause } from "#contract/answer-promise.ts";
import type { Lockable, Locked } from "#server/db/locks.ts";
import { type Emit, withEmit } from "#server/emit.ts";
import { giveAllBack, giveBack } from "#server/features/credits/index.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { forEachRow, type InRow, inBatches } from "#server/jobs/for-each-row.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { lockConversation, lockConversations } from "../conversations-store.ts";
import {
  type Due,
  endForFraud,
  endPromise,
  findDuePromises,
  findPaid,
  lockPromise,
  type Promised,
} from "./answer-promises-store.ts";

type Ending = { cause: GivenBackCause; now: Date; hasChat: boolean };
/** The author, and the credits that they have since. */
type GivenBack = { memberId: string; credits: number };

/**
 * The ledger, the line in the chat and the update are one transaction (R10.01). Undefined if the credits came back
 * before, as those of a rejected photo do.
 */
export async function endWithCredits(
  db: Locked<"answer_promises">,
  { message_id: causeId, author_id: memberId, site_id: siteId, conversation_id, credits }: Promised,
  { cause, now, hasChat }: Ending,
): Promise<GivenBack | undefined> {
  const balance = await giveBack(db, credits, { memberId, siteId, cause, causeId, now });
  await endPromise(db, causeId, balance === undefined ? "withheld" : cause, now);
  if (balance === undefined) return undefined;
  await addUpdate(db, { memberId, kind: cause, path: hasChat ? `/chats/${conversation_id}` : "/transactions", now });
  return { memberId, credits: balance };
}

export function emitGivenBack(emit: Emit, { memberId, credits }: GivenBack, conversation: string): void {
  emit(memberId, { type: "credits", credits });
  emit(memberId, { type: "chat_changed", conversation });
}

/** Settling again changes nothing. An answer that comes at the same time is either there, or after the deadline. */
async function settlePromise(
  { inRow, now, emit }: { inRow: InRow; now: Date; emit: Emit },
  { message_id: id, conversation_id: conversation }: Due,
): Promise<void> {
  const givenBack = await inRow(async (trx) => {
    const { db, row: chat } = await lockConversation(trx, conversation);
    const { db: promise, row } = await lockPromise(db, id);
    if (!row) return undefined;
    if (!row.answered) return endWithCredits(promise, row, { cause: "no_answer", now, hasChat: chat !== undefined });
    await endPromise(promise, id, "answered", now);
    return undefined;
  });
  if (givenBack) emitGivenBack(emit, givenBack, conversation);
}

type Pair = { siteId: number; author: string; recipient: string; now: Date };

/**
 * R10.02: also in a chat that a block deleted; what came back before does not come again. Returns credits and balance.
 * Runs in the caller's transaction.
 */
export async function giveBackForFraud(trx: Lockable<"conversations">, { siteId, author, recipient, now }: Pair) {
  const { db, row } = await lockConversations(trx, author, [recipient]);
  await endForFraud(db, author, recipient, now);
  // a block that ran meanwhile has kept by now what it deleted
  const paid = await findPaid(db, { author, recipient, conversation: row?.id });
  return await giveAllBack(db, paid, { memberId: author, siteId, cause: "fraud", now });
}

const batch = 100;
/** What a run settles at most: the next one comes in half a minute, and no run may outlive its time. */
const mostBatches = 500;

/** Each in its own transaction. The next run waits for this one, and settles what failed or was locked. */
export const settlePromises = defineJob({
  name: "settle-promises",
  data: z.object({}),
  every: { seconds: 30 },
  expireInSeconds: 900,
  atOnce: 1,
  async run(services) {
    const { db, clock, events } = services;
    const now = clock.now();
    const due = inBatches(
      (after: Due | undefined, limit) => findDuePromises(db, now, after, limit),
      batch,
      mostBatches,
    );
    const failure = {
      failure: "the credits of a first message were not given back",
      about: ({ message_id: message }: Due) => ({ message }),
    };
    await forEachRow(services, due, failure, (promise, inRow) =>
      withEmit(events, (emit) => settlePromise({ inRow, now, emit }, promise)),
    );
  },
});
