import { z } from "zod";
import type { Db } from "#server/db/pool.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { deleteStoredMethodRow, findCustomer, listMethodsOf } from "./method-store.ts";

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

/** Queues the revoking of all that providers keep for a member, before the rows go with the account. */
export async function revokeMethodsOf({ jobs }: Pick<Services, "jobs">, db: Db, memberId: string): Promise<void> {
  for (const method of await listMethodsOf(db, memberId)) await jobs.add(db, revokeAtProvider, method);
}

export async function removeStoredMethod({ db, viewer, services }: MemberContext, id: string): Promise<void> {
  const owner = { memberId: viewer.memberId, provider: services.payments.name };
  const customer = await findCustomer(db, owner);
  const method = await deleteStoredMethodRow(db, { ...owner, id });
  if (!method || customer === null) return;
  await services.jobs.add(db, revokeAtProvider, { provider: owner.provider, customer, reference: method.reference });
}
