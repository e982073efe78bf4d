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
    const asked = payments.for({ provider });
    if (!asked) {
      log.warn({ provider }, "a stored payment method belongs to a provider that is no longer set up");
      return;
    }
    await asked.revokeMethod(customer, reference, AbortSignal.timeout(patienceMs));
  },
});

/** Queues the revoking of all that providers keep for a member, before the rows go with the account. */
export async function revokeMethodsOf({ jobs }: Pick<Services, "jobs">, db: Db, memberId: string): Promise<void> {
  for (const method of await listMethodsOf(db, memberId)) await jobs.add(db, revokeAtProvider, method);
}

export async function removeStoredMethod({ db, viewer, services }: MemberContext, id: string): Promise<void> {
  const { memberId } = viewer;
  const method = await deleteStoredMethodRow(db, { memberId, id });
  if (!method) return;
  const { provider, reference } = method;
  const customer = await findCustomer(db, { memberId, provider });
  if (customer !== null) await services.jobs.add(db, revokeAtProvider, { provider, customer, reference });
}
