import { Link } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import type { getMoney } from "#contract/money.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { type Column, TableCard } from "#web/office/numbers/data-table.tsx";

type Answer = AnswerOf<typeof getMoney>;
type Props<R> = { name: string; means?: string; columns: readonly Column<NoInfer<R>>[]; rows: readonly R[] };

function Listed<R extends { at: string }>({ name, means, columns, rows }: Props<R>) {
  const t = useTexts("money");
  return <TableCard {...{ name, means, columns, rows }} none={t("none")} keyOf={({ at }, index) => `${at} ${index}`} />;
}

function PaymentLink({ id }: { id: string }) {
  return (
    <Link to={`/staff/payments?number=${id}`} className="link inline-block py-1">
      …{id.slice(-8)}
    </Link>
  );
}

export function ReturnsTables({ refunds, chargebacks, differences }: Answer) {
  const t = useTexts("money");
  const format = useFormat();
  const at = {
    name: t("col.at"),
    cell: ({ at: time }: { at: string }) => `${format.date(time)}, ${format.time(time)}`,
  };
  const amount = {
    name: t("col.amount"),
    number: true,
    cell: (row: { amount: number; currency: string }) => format.money(row.amount, row.currency),
  };
  const payment = {
    name: t("col.payment"),
    cell: ({ payment_id: id }: { payment_id: string | null }) => (id === null ? "–" : <PaymentLink id={id} />),
  };
  const kinds: Record<string, string> = {
    unknown_payment: t("kind.unknown_payment"),
    status_differs: t("kind.status_differs"),
    amount_differs: t("kind.amount_differs"),
    not_booked: t("kind.not_booked"),
    booked_twice: t("kind.booked_twice"),
    refund_differs: t("kind.refund_differs"),
    chargeback_differs: t("kind.chargeback_differs"),
    unusual_spending: t("kind.unusual_spending"),
  };
  const reasons: Record<string, string> = {
    withdrawal: t("reason.withdrawal"),
    withdrawn_unpaid: t("reason.withdrawn_unpaid"),
    staff: t("reason.staff"),
    code_used_twice: t("reason.code_used_twice"),
    account_erased: t("reason.account_erased"),
    provider: t("reason.provider"),
  };
  return (
    <>
      <Listed
        name={t("list.refunds")}
        rows={refunds}
        columns={[
          at,
          amount,
          { name: t("col.reason"), cell: ({ reason }) => reasons[reason] ?? reason },
          { name: t("col.status"), cell: ({ status }) => t(`refund.${status}`) },
          payment,
        ]}
      />
      <Listed
        name={t("list.chargebacks")}
        rows={chargebacks}
        columns={[
          at,
          amount,
          { name: t("col.status"), cell: ({ reversed }) => t(reversed ? "chargeback.reversed" : "chargeback.lost") },
          payment,
        ]}
      />
      <Listed
        name={t("list.differences")}
        means={t("list.means")}
        rows={differences}
        columns={[at, { name: t("col.reason"), cell: ({ kind }) => kinds[kind] ?? kind }, payment]}
      />
    </>
  );
}
