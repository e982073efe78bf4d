import { inTransaction } from "#server/db/transaction.ts";
import { type Emit, withEmit } from "#server/emit.ts";
import { balanceOf, lockWallet } from "#server/features/credits/index.ts";
import { invalidateViewer } from "#server/features/profiles/index.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { lockPayment } from "../payments-store.ts";
import { refundPayment } from "../refund-payment.ts";
import { countReturned, listReturned, type ReturnedTo } from "./store.ts";
import { findRefundables } from "./withdraw-payment.ts";

/** Refunds credits that came back after the withdrawal from their purchase, as it refunded the others (D14.8). */
export const refundReturned = defineScheduledJob({
  name: "refund-returned",
  every: "*/10 * * * *",
  expireInSeconds: 540,
  async run(services) {
    const { db, events, log } = services;
    for (const withdrawn of await listReturned(db)) {
      // a failure does not stop the others, and is retried by the next run
      await withEmit(events, (emit) => refundOne(services, withdrawn, emit)).catch((error: unknown) =>
        log.error({ err: error, payment: withdrawn.paymentId }, "credits that came back are not refunded yet"),
      );
    }
  },
});

/** Counts what is due once it is locked, so that it is refunded once, however many runs there are. */
async function refundOne(services: Services, withdrawn: ReturnedTo, emit: Emit): Promise<void> {
  const { memberId, paymentId, provider } = withdrawn;
  const credits = await inTransaction(services.db, async (trx) => {
    const locked = await lockPayment(trx, provider, paymentId);
    if (locked?.payment.member_id !== memberId) return undefined;
    const { db, payment } = locked;
    const wallet = await lockWallet(db, memberId);
    const returned = Math.min(wallet.row.credits, await countReturned(wallet.db, withdrawn));
    const [refundable] = returned > 0 ? await findRefundables(db, [payment], returned) : [];
    if (!refundable || refundable.credits === 0) return undefined;
    await refundPayment(services, locked, { ...refundable, reason: "withdrawal", now: services.clock.now() });
    return await balanceOf(db, memberId);
  });
  if (credits === undefined) return;
  invalidateViewer(memberId);
  emit(memberId, { type: "credits", credits });
}
