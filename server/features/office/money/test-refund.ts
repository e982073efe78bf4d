import { getPaymentFile } from "#contract/staff-payments.ts";
import type { staffMember } from "#server/features/office/staff/test-staff.ts";

type Client = Awaited<ReturnType<typeof staffMember>>["client"];

/** Test helper: the refund of a payment's unspent credits, or of all that is left, as its page offers it now. */
export async function offeredRefund(client: Client, payment_id: string, extent: "unspent" | "all" = "unspent") {
  const { refundable } = (await client.call(getPaymentFile, { query: { id: payment_id } })).body;
  const { unspent = { amount: 0, credits: 0 }, left = 0 } = refundable ?? {};
  const amount = extent === "all" ? left : unspent.amount;
  return { payment_id, amount, credits: unspent.credits, left, reason: "Asked by mail" };
}
