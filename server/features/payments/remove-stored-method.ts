import { z } from "zod";
import type { MemberContext } from "#server/http/handle.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteStoredMethodRow, findCustomer } from "./method-store.ts";

const patienceMs = 20_000;

export const revokeAtProvider = defineJob({
  name: "forget-payment-method",
  data: z.object({ provider: z.string(), customer: z.string(), reference: z.string() }),
  async run({ payments, log }, { provider, customer, reference }) {
    if (provider !== payments.name) {
      log.warn({ provider }, "a stored payment method belongs to a provider that is no longer set up");
      return;
    }
    await payments.revokeMethod(customer, reference, AbortSignal.timeout(patienceMs));
  },
});

export async function removeStoredMethod({ db, viewer, services }: MemberContext, id: string): Promise<void> {
  const owner = { memberId: viewer.memberId, provider: services.payments.name };
  const customer = await findCustomer(db, owner);
  const stored = await deleteStoredMethodRow(db, { ...owner, id });
  if (!stored || customer === null) return;
  await services.jobs.add(db, revokeAtProvider, { provider: owner.provider, customer, reference: stored.reference });
}
