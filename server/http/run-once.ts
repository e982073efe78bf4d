import pLimit from "p-limit";
import type { RateClass } from "#contract/call.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { AfterCommit } from "./after-commit.ts";
import { claimKey, findAccessEpoch, type KeyedRequest, saveAnswer } from "./idempotency.ts";

/**
 * Calls that hash a password hold a transaction open while they wait for a hashing slot (`passwords.ts`). Only a few
 * run at a time: otherwise a hundred simultaneous signups would use up all connections, and block every other page.
 */
const hashingClasses: readonly RateClass[] = ["login", "signup"];
const withHashingSlot = pLimit(2);

/**
 * Runs a call in a transaction together with its key: the same key returns the first answer and runs nothing. After a
 * conflict with another transaction it runs once more. An empty key is not stored. Throws `idempotency_key_reused`.
 */
export async function runOnce(
  db: Db,
  request: KeyedRequest,
  deferred: AfterCommit,
  run: (trx: Db) => Promise<unknown>,
): Promise<unknown> {
  const transaction = () =>
    inTransaction(db, async (trx) => {
      deferred.reset();
      const first = request.key === "" ? null : await claimKey(trx, request);
      if (first) {
        deferred.session.open = first.open;
        return first.answer;
      }
      const answer = await run(trx);
      const { open } = deferred.session;
      if (open) open.epoch ??= await findAccessEpoch(trx, open.accountId);
      if (request.key !== "") await saveAnswer(trx, request, { answer, sessionFor: open?.accountId ?? null });
      return answer;
    });
  return await (hashingClasses.includes(request.call.rate) ? withHashingSlot(transaction) : transaction());
}
