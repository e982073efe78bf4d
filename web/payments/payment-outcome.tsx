import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleX, Clock3, Undo2 } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { photoLimits } from "#contract/constants.ts";
import { getPayment, type Payment, unpaidStatuses } from "#contract/payments.ts";
import type { Receipt } from "#contract/receipts.ts";
import { useMethodName } from "#web/credits/method-name.ts";
import { ShownPhotos } from "#web/credits/premium/shown-photos.tsx";
import { call } from "#web/lib/call.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useSession } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { refreshLive, userQuery } from "#web/member-parts/live-queries.ts";
import { ButtonLink, OutlineLink } from "#web/ui/button.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { Facts } from "./facts.tsx";
import { findPollDelayMs, isSettled } from "./polling.ts";
import { Receipts } from "./receipts.tsx";
import { findReturnTarget } from "./return-target.ts";
import { outcomeOf, StatusChip } from "./status-chip.tsx";
import { useReturns } from "./use-returns.ts";

type FrameProps = { icon: ReactNode; title: string; text: ReactNode; actions: ReactNode };

function Frame({ icon, title, text, actions }: FrameProps) {
  return (
    <>
      <PageTitle title={title} />
      <div role="status" className="flex flex-col items-center text-center">
        {icon}
        <h1 className="mt-4 text-3xl md:text-4xl">{title}</h1>
        <div className="mt-3 space-y-1">{text}</div>
      </div>
      <div className="mt-6 flex flex-wrap justify-center gap-3">{actions}</div>
    </>
  );
}

const iconSize = "size-16 shrink-0";

/** `debt`: credits that the buyer owes. */
type Props = { loaded: Payment; receipts: readonly Receipt[]; retry: string; debt: number };

/** The state or outcome of a payment, each with its own next step, and its receipts; only these are printed. */
export function PaymentOutcome({ loaded, receipts, retry, debt }: Props) {
  const t = useTexts("payments");
  const payment = usePayment(loaded);
  return (
    <div className="container py-8 md:py-14">
      <div className="mx-auto max-w-lg">
        <div className="print:hidden">
          <Outcome payment={payment} retry={retry} debt={debt} />
          <PaymentDetails payment={payment} />
        </div>
        <Receipts payment={payment} loaded={receipts} />
        <p className="mt-6 text-center print:hidden">
          <TextLink to="/transactions">{t("receipt.all")}</TextLink>
        </p>
      </div>
    </div>
  );
}

function Outcome({ payment, retry, debt }: { payment: Payment } & Pick<Props, "retry" | "debt">) {
  const t = useTexts("payments");
  const withdrawals = useTexts("withdrawals");
  const format = useFormat();
  const listReturns = useReturns();
  const transactions = useTexts("transactions");
  const { credits = 0, paid_user: isPremium = false } = useMember() ?? {};
  const { to, words } = findReturnTarget(payment);
  const back = t(`pending.${words}`);
  const outcome = outcomeOf(payment);
  if (payment.withdrawn_at !== null && payment.completed_at === null) {
    return (
      <Frame
        icon={<Undo2 aria-hidden className={`${iconSize} text-muted`} />}
        title={withdrawals("done_title")}
        text={<p>{isSettled(payment.status) ? t("ended.text") : withdrawals("done_unpaid")}</p>}
        actions={<OutlineLink to={to}>{back}</OutlineLink>}
      />
    );
  }
  switch (outcome) {
    case "refund_ordered":
    case "partly_refunded":
    case "refunded":
    case "partly_charged_back":
    case "charged_back":
      return (
        <Frame
          icon={<Undo2 aria-hidden className={`${iconSize} text-muted`} />}
          title={t(`status.${outcome}`)}
          text={
            <>
              {listReturns(payment).map(([name, value], _, all) => (
                <p key={name} className="font-semibold">
                  {all.length === 1 ? value : `${name}: ${value}`}
                </p>
              ))}
              {outcome === "refund_ordered" ? <p>{t("refunded.ordered")}</p> : null}
              {payment.undelivered === "code_used_twice" ? <p>{t("refunded.discount_used")}</p> : null}
              <p>{t("completed.balance", { count: credits })}</p>
              {debt > 0 ? <p>{transactions("debt", { count: debt })}</p> : null}
              {payment.made_premium && !isPremium ? <p>{withdrawals("done_premium")}</p> : null}
            </>
          }
          actions={<OutlineLink to={to}>{back}</OutlineLink>}
        />
      );
    case "completed":
      return (
        <Frame
          icon={<CircleCheck aria-hidden className={`${iconSize} text-secondary-ink`} />}
          title={t("completed.title", { count: payment.credits - payment.settled })}
          text={
            <>
              {payment.settled > 0 ? <p>{t("completed.settled", { count: payment.settled })}</p> : null}
              <p className="font-semibold">{t("completed.balance", { count: credits })}</p>
              {payment.made_premium ? (
                <>
                  <p className="pt-3 font-semibold">{t("completed.premium")}</p>
                  <p>{t("completed.gains", { photos: photoLimits.premium })}</p>
                </>
              ) : null}
              <p className="pt-3 text-muted">{t("completed.receipt")}</p>
              {payment.made_premium ? <ShownPhotos className="text-muted" /> : null}
            </>
          }
          actions={
            <ButtonLink to={to} size="large">
              {back}
            </ButtonLink>
          }
        />
      );
    case "failed":
    case "cancelled":
    case "expired":
      return (
        <Frame
          icon={<CircleX aria-hidden className={`${iconSize} text-danger-ink`} />}
          title={t(payment.stored ? "ended.stored_title" : `ended.${outcome}`)}
          text={
            <>
              {payment.stored ? null : (
                <p className="text-muted">{t(outcome === "expired" ? "ended.expired_text" : "ended.title")}</p>
              )}
              <p>{t(payment.method === "sepa" && outcome === "failed" ? "ended.debit" : "ended.text")}</p>
            </>
          }
          actions={
            <>
              <ButtonLink to={retry}>{t("ended.retry")}</ButtonLink>
              <OutlineLink to={to}>{words === "back" ? t("ended.back") : back}</OutlineLink>
            </>
          }
        />
      );
    case "pending":
      return (
        <Frame
          icon={<Clock3 aria-hidden className={`${iconSize} text-warning-ink`} />}
          title={t("pending.title")}
          text={
            <p>
              {payment.collect_on === null
                ? t("pending.text")
                : t("pending.collected", { date: format.calendarDay(payment.collect_on) })}
            </p>
          }
          actions={<OutlineLink to={to}>{back}</OutlineLink>}
        />
      );
    case "open":
      return (
        <Frame
          icon={<Clock3 aria-hidden className={`${iconSize} animate-pulse text-warning-ink`} />}
          title={t("open.title")}
          text={<p>{t("open.text")}</p>}
          actions={<OutlineLink to={retry}>{t("open.again")}</OutlineLink>}
        />
      );
  }
}

/** A payment, polled until its outcome is known; once it is completed, credits and premium are fetched too. */
function usePayment(loaded: Payment): Payment {
  const client = useQueryClient();
  const { refresh } = useSession();
  const id = loaded.payment_id;
  const { data: polled } = useQuery({
    queryKey: ["payment", id],
    queryFn: async ({ signal }) => {
      const { payment } = await call(getPayment, { query: { id }, signal });
      // the page that says "added" also shows the balance, so the balance is fetched first
      if (payment.status === "completed") await client.fetchQuery(userQuery).catch(() => undefined);
      return payment;
    },
    initialData: loaded,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      data && isSettled(data.status) ? false : findPollDelayMs(dataUpdateCount + errorUpdateCount),
  });

  // the cache may hold the payment as it was before money of it went back
  const payment = isSettled(loaded.status) ? loaded : polled;
  const completed = payment.status === "completed";
  const refreshed = useRef(false);
  useEffect(() => {
    if (!completed || refreshed.current) return;
    refreshed.current = true;
    refreshLive(client, "user");
    void refresh();
  }, [client, completed, refresh]);
  return payment;
}

function PaymentDetails({ payment }: { payment: Payment }) {
  const t = useTexts("payments");
  const withdrawals = useTexts("withdrawals");
  const format = useFormat();
  const getMethodName = useMethodName();
  const listReturns = useReturns();
  const { payment_id, credits, amount, currency, vat_percent, vat, method, created_at, completed_at, status } = payment;
  const paidAt = completed_at ?? created_at;
  const unpaid = unpaidStatuses.some((each) => each === status);
  const returned = payment.refunded + payment.charged_back;
  const isAllBack = returned > 0 && returned >= amount;
  const lines: readonly (readonly [name: string, value: string])[] = [
    [t("receipt.credits"), format.number(credits)],
    [t("receipt.total"), format.money(amount, currency)],
    [t("receipt.vat", { percent: format.percent(vat_percent / 100) }), format.money(vat, currency)],
    ...(method === null ? [] : [[t("receipt.method"), getMethodName(method)] as const]),
    [t("receipt.date"), `${format.date(paidAt)} ${format.time(paidAt)}`],
    ...(payment.iban === null ? [] : [[t("receipt.iban"), payment.iban] as const]),
    ...listReturns(payment),
    [t("receipt.number"), payment_id],
    ...(payment.mandate_reference === null ? [] : [[t("receipt.mandate"), payment.mandate_reference] as const]),
  ];
  return (
    <section className="surface-card mt-10 p-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-xl">{t("receipt.title")}</h2>
        <StatusChip payment={payment} />
      </div>
      <Facts facts={lines} />
      {unpaid ? null : (
        <p className="mt-3 text-muted text-sm">
          {t("receipt.agreed")} {payment.begin_request}
        </p>
      )}
      {unpaid || isAllBack || payment.withdrawn_at !== null ? null : (
        <p className="mt-3">
          <TextLink to={`/withdrawal?payment=${payment_id}`}>{withdrawals("link")}</TextLink>
        </p>
      )}
    </section>
  );
}
