import type { Payment } from "#contract/payments.ts";
import { useMethodName } from "#web/credits/method-name.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { Facts } from "./facts.tsx";
import { StatusChip } from "./status-chip.tsx";
import { useReturns } from "./use-returns.ts";

export function PaymentDetails({ payment }: { payment: Payment }) {
  const t = useTexts("payments");
  const withdrawals = useTexts("withdrawals");
  const format = useFormat();
  const getMethodName = useMethodName();
  const listReturns = useReturns();
  const { payment_id, credits, amount, currency, vat_percent, vat, method, created_at, completed_at, status } = payment;
  const paidAt = completed_at ?? created_at;
  const lines: readonly (readonly [name: string, value: string])[] = [
    [t("receipt.credits"), format.number(credits)],
    [t("receipt.total"), format.money(amount, currency)],
    [t("receipt.vat", { percent: format.percent(vat_percent / 100) }), format.money(vat, currency)],
    ...(method === null ? [] : [[t("receipt.method"), getMethodName(method)] as const]),
    [t("receipt.date"), `${format.date(paidAt)} ${format.time(paidAt)}`],
    ...listReturns(payment),
    [t("receipt.number"), payment_id],
  ];
  return (
    <section className="surface-card mt-10 p-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-xl">{t("receipt.title")}</h2>
        <StatusChip payment={payment} />
      </div>
      <Facts facts={lines} />
      {payment.begin_request === null ? null : (
        <p className="mt-3 text-muted text-sm">
          {t("receipt.agreed")} {payment.begin_request}
        </p>
      )}
      {status !== "failed" && status !== "cancelled" && payment.withdrawn_at === null ? (
        <p className="mt-3">
          <TextLink to={`/withdrawal?payment=${payment_id}`}>{withdrawals("link")}</TextLink>
        </p>
      ) : null}
    </section>
  );
}
