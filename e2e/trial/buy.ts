import { expect } from "@playwright/test";
import { type Caller, send } from "#e2e/member.ts";
import { pressAtSandbox } from "#e2e/sandbox.ts";
import { read } from "./caller.ts";
import type { Actor } from "./people.ts";

type Receipt = { payment: string; number: string; amount: string; checkout: string };
type Order = { credits: number; method: "card" | "paypal" };

export async function bundleOf({ context }: Actor, credits: number) {
  const { bundles } = await read(context, "/api/bundles.php");
  const bundle = bundles.find((each: { credits: number }) => each.credits === credits);
  return { ...bundle, amount: `${(bundle.price / 100).toFixed(2)} ${bundle.currency}` };
}

/** Buys credits, pays at the sandbox, and waits for the receipt. */
export async function buy(buyer: Actor, finance: Caller, { credits, method }: Order): Promise<Receipt> {
  const { id, price, amount } = await bundleOf(buyer, credits);
  const order = { bundle_id: id, amount: price, method, begin_at_once: true };
  const { payment, checkout_url: checkout } = await send(buyer.context, "POST", "/api/payment.php", order);
  await pressAtSandbox(buyer.context, checkout, { outcome: "pay", method });
  let number: string | null = null;
  await expect
    .poll(
      async () => {
        const { payments } = await read(finance, `/api/staff-payments.php?number=${payment.payment_id}`);
        number = payments[0]?.number ?? null;
        return number;
      },
      { timeout: 20_000 },
    )
    .not.toBeNull();
  return { payment: payment.payment_id, number: number ?? "", amount, checkout };
}
