import { getBundles } from "#contract/credits.ts";
import { getPayment, getPayments, getStoredMethods } from "#contract/payments.ts";
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

async function loadAll(page: Page) {
  const [{ payments }, { methods: stored }] = await Promise.all([page.load(getPayments), page.load(getStoredMethods)]);
  return { payments, stored };
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = pageOf(context);
  await page.member();
  const { id } = params;
  return id === undefined ? await loadAll(page) : await loadOne(page, id);
}

/** All payments, or, if the address has an id, the outcome of that one. */
export default function Transactions({ loaderData }: Route.ComponentProps) {
  if ("payments" in loaderData) return <PaymentList {...loaderData} />;
  const { payment, retry } = loaderData;
  return <PaymentOutcome key={payment.payment_id} loaded={payment} retry={retry} />;
}
