import { ReceiptText } from "lucide-react";
import { useState } from "react";
import { Link, redirect } from "react-router";
import { getUser } from "#contract/account.ts";
import { getBundles } from "#contract/credits.ts";
import {
  deleteStoredMethod,
  getPayment,
  getPayments,
  getStoredMethods,
  type Payment,
  type StoredMethod,
  unpaidStatuses,
} from "#contract/payments.ts";
import { getReceipts } from "#contract/receipts.ts";
import { getSpending, type Spending } from "#contract/spending.ts";
import { getTransactions, type TransactionsAnswer } from "#contract/transactions.ts";
import type { User } from "#contract/user.ts";
import { useMethodName } from "#web/credits/method-name.ts";
import { createAction, type Page, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSession } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import type { Posted } from "#web/lib/use-form.ts";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import type { Route } from "./+types/transactions.ts";
import { PaymentOutcome } from "./payment-outcome.tsx";
import { composeRetryPath } from "./return-target.ts";
import { OwnLimits, saveSpending } from "./spending.tsx";
import { StatusChip } from "./status-chip.tsx";
import { useReturns } from "./use-returns.ts";

export const handle: ScreenHandle = {
  who: "members",
  texts: ["payments", "premium", "transactions", "withdrawals"],
  mood: "paying",
};

async function loadPayment(page: Page, member: User, id: string) {
  // this call may find that the payment was made, so all that depends on it is loaded afterwards
  const { payment } = await page.load(getPayment, { query: { id } });
  const [{ user }, { bundles, debt }, { receipts }] = await Promise.all([
    page.load(getUser),
    page.load(getBundles),
    page.load(getReceipts, { query: { payment: id } }),
  ]);
  // the rest of the page has read the credits from before
  if (user?.credits !== member.credits || user.paid_user !== member.paid_user) throw redirect(page.path);
  return { payment, receipts, retry: composeRetryPath(payment, bundles), debt };
}

async function loadPayments(page: Page, before: string | undefined) {
  const [{ payments }, { methods: storedMethods }, history, spending] = await Promise.all([
    page.load(getPayments),
    page.load(getStoredMethods),
    page.load(getTransactions, { query: { before } }),
    page.load(getSpending),
  ]);
  return { payments, storedMethods, history, spending, paged: before !== undefined };
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  const member = await page.member();
  const { id } = params;
  const before = new URL(request.url).searchParams.get("before") ?? undefined;
  return id === undefined ? await loadPayments(page, before) : await loadPayment(page, member, id);
}

const save = createAction(saveSpending);

/** The forms of the member's own limit and pause post here if there are no scripts. */
export async function action(args: Route.ActionArgs) {
  await pageOf(args.context).member();
  return await save(args);
}

/** All payments and changes of credits, or, if the address has an id, the outcome of that payment. */
export default function Transactions({ loaderData, actionData }: Route.ComponentProps) {
  if ("payments" in loaderData) return <PaymentList {...loaderData} posted={actionData} />;
  const { payment, receipts, retry, debt } = loaderData;
  return <PaymentOutcome key={payment.payment_id} loaded={payment} receipts={receipts} retry={retry} debt={debt} />;
}

type Props = Awaited<ReturnType<typeof loadPayments>> & { posted: Posted<Spending> | undefined };

/** The payments, with the stored methods, the member's own limits, and the history of credits. */
function PaymentList({ payments, storedMethods, history, spending, posted, paged }: Props) {
  const t = useTexts("payments");
  const withdrawals = useTexts("withdrawals");
  const unpaid = payments.filter(isUnpaid);
  const others = payments.filter((payment) => !isUnpaid(payment));
  return (
    <Screen title={t("list.title")} narrow>
      {payments.length === 0 ? (
        <EmptyState icon={<ReceiptText className="size-8" />} title={t("list.empty_title")} text={t("list.empty_text")}>
          <ButtonLink to="/credits">{t("list.empty_action")}</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <Payments label={t("list.label")} payments={others} />
          {unpaid.length === 0 ? null : (
            <details className="mt-3" open={others.length === 0}>
              <summary className="link min-h-11 cursor-pointer py-2.5">
                {t("list.unpaid", { count: unpaid.length })}
              </summary>
              <Payments label={t("list.unpaid", { count: unpaid.length })} payments={unpaid} />
            </details>
          )}
        </>
      )}
      <StoredMethods methods={storedMethods} />
      <p className="mt-4">
        <TextLink to="/withdrawal">{withdrawals("link")}</TextLink>
      </p>
      <CreditHistory history={history} paged={paged} />
      <OwnLimits loaded={spending} posted={posted} hasOpen={payments.some(({ status }) => status === "open")} />
    </Screen>
  );
}

const isUnpaid = ({ status }: Payment) => unpaidStatuses.some((each) => each === status);

function Payments({ label, payments }: { label: string; payments: readonly Payment[] }) {
  const t = useTexts("payments");
  const format = useFormat();
  const listReturns = useReturns();
  if (payments.length === 0) return null;
  return (
    <ul aria-label={label} className="space-y-3">
      {payments.map((payment) => (
        <li
          key={payment.payment_id}
          className="surface-card relative flex flex-wrap items-center gap-x-4 gap-y-1 p-4 hover:bg-tint"
        >
          <div className="grow">
            <Link to={`/transactions/${payment.payment_id}`} className="font-semibold after:absolute after:inset-0">
              {t("list.credits", { count: payment.credits })}
            </Link>
            <p className="text-muted text-sm">{format.date(payment.created_at)}</p>
            {listReturns(payment).map(([name, value]) => (
              <p key={name} className="text-sm">
                {name}: {value}
              </p>
            ))}
          </div>
          <strong>{format.money(payment.amount, payment.currency)}</strong>
          <StatusChip payment={payment} />
        </li>
      ))}
    </ul>
  );
}

/** A page of the changes of the member's credits. Each page has an address, so that it works without scripts. */
function CreditHistory({ history, paged }: { history: TransactionsAnswer; paged: boolean }) {
  const t = useTexts("transactions");
  const format = useFormat();
  const { transactions, debt, next_cursor: next } = history;
  if (transactions.length === 0 && debt === 0) return null;
  return (
    <section className="mt-10" id="credits">
      <h2 className="mb-3 text-2xl">{t("history.title")}</h2>
      {debt > 0 ? (
        <div className="mb-4">
          <Notice tone="warning">{t("debt", { count: debt })}</Notice>
        </div>
      ) : null}
      <ul aria-label={t("history.label")} className="surface-card divide-y divide-line px-4">
        {transactions.map(({ kind, credits, balance, payment_id, profile, created_at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page of the ledger never changes its order
          <li key={index} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <div className="min-w-0 grow">
              {payment_id === null ? (
                <span>{t(`kinds.${kind}`)}</span>
              ) : (
                <Link to={`/transactions/${payment_id}`} className="link -my-2.5 inline-block py-2.5">
                  {t(`kinds.${kind}`)}
                </Link>
              )}
              {profile === null ? null : (
                <p className="flex flex-wrap items-center gap-x-2 text-sm">
                  <Link to={`/members/${profile.id}/chat`} className="link">
                    {t("history.with", { name: profile.name })}
                  </Link>
                  <MemberLabel member={profile} />
                </p>
              )}
              <p className="text-muted text-sm">
                {format.date(created_at)} {format.time(created_at)}
              </p>
            </div>
            <div className="text-right">
              <strong className={credits > 0 ? "text-secondary-ink" : undefined}>{format.signed(credits)}</strong>
              <p className="text-muted text-sm">{t("history.balance", { balance: format.number(balance) })}</p>
            </div>
          </li>
        ))}
      </ul>
      {next !== null || paged ? (
        <p className="mt-3 flex justify-between gap-4">
          {paged ? <TextLink to="/transactions#credits">{t("history.newest")}</TextLink> : null}
          {next === null ? null : (
            <Link to={`/transactions?before=${next}#credits`} className="link ml-auto inline-block py-2.5">
              {t("history.older")}
            </Link>
          )}
        </p>
      ) : null}
    </section>
  );
}

function StoredMethods({ methods }: { methods: readonly StoredMethod[] }) {
  const t = useTexts("payments");
  const getMethodName = useMethodName();
  const { refresh } = useSession();
  const { run, pending, failure, clearFailure } = useCall(deleteStoredMethod);
  const [methodToRemove, setMethodToRemove] = useState<StoredMethod | null>(null);
  if (methods.length === 0) return null;
  const describeMethod = ({ method, label }: StoredMethod) => `${getMethodName(method)} ${label}`;
  const close = () => {
    setMethodToRemove(null);
    clearFailure();
  };
  const remove = ({ id }: StoredMethod) =>
    run({ body: { id } }, async () => {
      close();
      await refresh();
    });
  return (
    <section className="mt-10">
      <h2 className="mb-3 text-xl">{t("stored.title")}</h2>
      <ul className="space-y-3">
        {methods.map((each) => (
          <li key={each.id} className="surface-card flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
            <span className="font-semibold">{describeMethod(each)}</span>
            <Button
              look="outline"
              aria-label={t("stored.remove_named", { method: describeMethod(each) })}
              onClick={() => setMethodToRemove(each)}
            >
              {t("stored.remove")}
            </Button>
          </li>
        ))}
      </ul>
      <Dialog
        open={methodToRemove !== null}
        onClose={close}
        title={methodToRemove === null ? "" : t("stored.remove_title", { method: describeMethod(methodToRemove) })}
      >
        <p>{t("stored.remove_text")}</p>
        <FormError failure={failure} />
        <div className="mt-6 grid gap-2.5 sm:grid-cols-2">
          <Button look="danger" pending={pending} onClick={() => methodToRemove && void remove(methodToRemove)}>
            {t("stored.remove")}
          </Button>
          <Button look="outline" onClick={close}>
            {t("stored.keep")}
          </Button>
        </div>
      </Dialog>
    </section>
  );
}
