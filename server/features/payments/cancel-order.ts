import { z } from "zod";
import type { Db } from "#server/db/pool.ts";
import { withEmit } from "#server/emit.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { askProvider } from "./ask-provider.ts";
import { findPaymentById, listOpen, type PaymentRow } from "./payments-store.ts";
import { isUnsettled } from "./rules.ts";
import { settlePayment } from "./settle-payment.ts";

/** Cancels an unpaid order at the provider, if that is still possible, and books what the provider says then. */
export const cancelOrder = defineJob({
  name: "cancel-order",
  data: z.object({ id: z.uuid() }),
  async run(services, { id }) {
    const { db, payments, events, log } = services;
    const payment = await findPaymentById(db, id);
    if (!payment || !isUnsettled(payment.status)) return;
    const { provider: name, provider_reference: reference } = payment;
    const provider = payments.for(payment);
    if (!provider || reference === null) return;
    await askProvider(log, (signal) => provider.cancel(reference, signal));
    await withEmit(events, (emit) => settlePayment({ services, emit, log }, { provider: name, reference }));
  },
});

export const queueCancel = ({ jobs }: Pick<Services, "jobs">, db: Db, id: string) => jobs.add(db, cancelOrder, { id });

/** Queues the cancelling of a member's open orders that are older than a new one. */
export async function cancelOlder(services: Pick<Services, "jobs">, db: Db, order: PaymentRow): Promise<void> {
  for (const { id } of await listOpen(db, order.member_id)) if (id < order.id) await queueCancel(services, db, id);
}
