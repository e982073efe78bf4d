import type { Db } from "#server/db/pool.ts";
import { giveAllBack } from "#server/features/credits/index.ts";
import { endForFraud, findPaid, lockConversationOf } from "./store.ts";

type Pair = { siteId: number; author: string; recipient: string; now: Date };

/**
 * Gives a member the credits of all that they sent to a member who was banned for fraud (R10.02), also in a chat that a
 * block deleted, each message's once: what came back before does not come again. Returns how many came back, and the
 * balance since. Runs in the caller's transaction, and locks conversation, promise and wallet, in the order of sending.
 */
export async function giveBackForFraud(
  db: Db,
  { siteId, author, recipient, now }: Pair,
): Promise<{ credits: number; balance: number }> {
  const conversation = await lockConversationOf(db, author, recipient);
  await endForFraud(db, author, recipient, now);
  // a block that ran meanwhile has kept by now what it deleted
  const paid = await findPaid(db, { author, recipient, conversation });
  return await giveAllBack(db, paid, { memberId: author, siteId, cause: "fraud", now });
}
