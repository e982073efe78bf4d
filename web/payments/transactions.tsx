import { getBundles } from "#contract/credits.ts";
import { getPayment, getPayments } from "#contract/payments.ts";
import { type Page, pageOf } from "#web/lib/page.ts";
import type { Route } from "./+types/transactions.ts";
import { PaymentList } from "./payment-list.tsx";
import { PaymentOutcome } from "./payment-outcome.tsx";
import { retryPath } from "./return-target.ts";

async function loadOne(page: Page, id: string) {
  const [{ payment }, { bundles }] = await Promise.all([
    page.load(getPayment, { query: { id } }),
    page.load(getBundles),
  ]);
  return { payment, retry: retryPath(payment, bundles) };
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = pageOf(context);
  await page.member();
  const { id } = params;
  return id === undefined ? { payments: (await page.load(getPayments)).payments } : await loadOne(page, id);
}

/** All payments, or, if the address has an id, the outcome of that one. */
export default function Transactions({ loaderData }: Route.ComponentProps) {
  if ("payments" in loaderData) return <PaymentList payments={loaderData.payments} />;
  const { payment, retry } = loaderData;
  return <PaymentOutcome key={payment.payment_id} loaded={payment} retry={retry} />;
}
