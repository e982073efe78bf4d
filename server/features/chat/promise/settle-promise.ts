import { z } from "zod";
import type { GivenBackCause } from "#contract/answer-promise.ts";
import type { Db } from "#server/db/pool.ts";
import { type Emit, withEmit } from "#server/emit.ts";
import { giveAllBack, giveBack } from "#server/features/credits/index.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { forEachRow, type InRow, inBatches } from "#server/jobs/for-each-row.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import {
  type Due,
  endForFraud,
  endPromise,
  findDue,
  findPaid,
  lockConversation,
  lockConversationOf,
  lockPromise,
  type Promised,
} from "./store.ts";

type Ending = { cause: GivenBackCause; now: Date; hasChat: boolean };
/** The author, and the credits that they have since. */
type GivenBack = { memberId: string; credits: number };

/**
 * Writes the ledger, the line in the chat and the update in one transaction, which has locked the conversation, if
 * there still is one, and the promise. Undefined if the credits came back before, as those of a rejected photo do.
 */
export async function endWithCredits(
  db: Db,
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

/**
 * Settling again changes nothing. Locks conversation, promise and wallet, in the order of sending, so that an answer
 * that comes at the same time is either there or comes after the deadline.
 */
async function settlePromise(
  { inRow, now, emit }: { inRow: InRow; now: Date; emit: Emit },
  { message_id: id, conversation_id: conversation }: Due,
): Promise<void> {
  const givenBack = await inRow(async (trx) => {
    const hasChat = await lockConversation(trx, conversation);
    const promised = await lockPromise(trx, id);
    if (!promised) return undefined;
    if (!promised.answered) return endWithCredits(trx, promised, { cause: "no_answer", now, hasChat });
    await endPromise(trx, id, "answered", now);
    return undefined;
  });
  if (givenBack) emitGivenBack(emit, givenBack, conversation);
}

type Pair = { siteId: number; author: string; recipient: string; now: Date };

/**
 * Settles also in a chat that a block deleted; what came back before does not come again. Returns credits and balance.
 * Runs in the caller's transaction, and locks conversation, promise and wallet, in the order of sending.
 */
export async function giveBackForFraud(db: Db, { siteId, author, recipient, now }: Pair) {
  const conversation = await lockConversationOf(db, author, recipient);
  await endForFraud(db, author, recipient, now);
  // a block that ran meanwhile has kept by now what it deleted
  const paid = await findPaid(db, { author, recipient, conversation });
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
    const due = inBatches((after: Due | undefined, limit) => findDue(db, now, after, limit), batch, mostBatches);
    const failure = {
      failure: "the credits of a first message were not given back",
      about: ({ message_id: message }: Due) => ({ message }),
    };
    await forEachRow(services, due, failure, (promise, inRow) =>
      withEmit(events, (emit) => settlePromise({ inRow, now, emit }, promise)),
    );
  },
});
