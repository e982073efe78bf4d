import { getBundles } from "#contract/credits.ts";
import { getPayment, getPayments, getStoredMethods } from "#contract/payments.ts";
import { getReceipts } from "#contract/receipts.ts";
import { getSpending } from "#contract/spending.ts";
import { getTransactions } from "#contract/transactions.ts";
import { createAction, type Page, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import type { Route } from "./+types/transactions.ts";
import { PaymentList } from "./payment-list.tsx";
import { PaymentOutcome } from "./payment-outcome.tsx";
import { composeRetryPath } from "./return-target.ts";
import { saveSpending } from "./spending.tsx";

export const handle: ScreenHandle = { who: "members", texts: ["payments", "transactions", "withdrawals"] };

async function loadPayment(page: Page, id: string) {
  const [{ payment }, { bundles }, { receipts }] = await Promise.all([
    page.load(getPayment, { query: { id } }),
    page.load(getBundles),
    page.load(getReceipts, { query: { payment: id } }),
  ]);
  return { payment, receipts, retry: composeRetryPath(payment, bundles) };
}

async function loadPayments(page: Page, before: string | undefined) {
  const [{ payments }, { methods: stored }, history, spending] = await Promise.all([
    page.load(getPayments),
    page.load(getStoredMethods),
    page.load(getTransactions, { query: { before } }),
    page.load(getSpending),
  ]);
  return { payments, stored, history, spending, paged: before !== undefined };
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  await page.member();
  const { id } = params;
  const before = new URL(request.url).searchParams.get("before") ?? undefined;
  return id === undefined ? await loadPayments(page, before) : await loadPayment(page, id);
}

const save = createAction(saveSpending);

/** Without scripts the forms of the member's own limit and pause post here. */
export async function action(args: Route.ActionArgs) {
  await pageOf(args.context).member();
  return await save(args);
}

/** All payments and changes of credits, or, if the address has an id, the outcome of that payment. */
export default function Transactions({ loaderData, actionData }: Route.ComponentProps) {
  if ("payments" in loaderData) return <PaymentList {...loaderData} posted={actionData} />;
  const { payment, receipts, retry } = loaderData;
  return <PaymentOutcome key={payment.payment_id} loaded={payment} receipts={receipts} retry={retry} />;
}
