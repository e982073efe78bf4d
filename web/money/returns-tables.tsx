import { Link } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import type { getMoney } from "#contract/money.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { type Column, DataTable, type TableRow } from "#web/numbers/data-table.tsx";

type Answer = AnswerOf<typeof getMoney>;
type Props = { name: string; means?: string; columns: readonly Column[]; rows: readonly TableRow[] };

function Listed({ name, means, columns, rows }: Props) {
  const t = useTexts("money");
  return (
    <section className="surface-card min-w-0 p-4 md:p-5">
      <h2 className="mb-2 text-lg">{name}</h2>
      {means === undefined ? null : <p className="mb-3 text-muted text-sm">{means}</p>}
      {rows.length === 0 ? (
        <p className="text-muted">{t("none")}</p>
      ) : (
        <DataTable caption={name} columns={columns} rows={rows} />
      )}
    </section>
  );
}

function PaymentLink({ id }: { id: string }) {
  return (
    <Link to={`/staff/payments?number=${id}`} className="link inline-block py-1">
      …{id.slice(-8)}
    </Link>
  );
}

/** Refunds and chargebacks of the period, and what the reconciliation found. */
export function ReturnsTables({ refunds, chargebacks, differences }: Answer) {
  const t = useTexts("money");
  const format = useFormat();
  const when = (at: string) => `${format.date(at)}, ${format.time(at)}`;
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
    staff: t("reason.staff"),
    code_used_twice: t("reason.code_used_twice"),
    account_erased: t("reason.account_erased"),
    provider: t("reason.provider"),
  };
  const [at, payment] = [{ name: t("col.at") }, { name: t("col.payment") }];
  const amount = { name: t("col.amount"), number: true };
  return (
    <>
      <Listed
        name={t("list.refunds")}
        columns={[at, amount, { name: t("col.reason") }, { name: t("col.status") }, payment]}
        rows={refunds.map((row, index) => ({
          key: `${row.at} ${index}`,
          cells: [
            when(row.at),
            format.money(row.amount, row.currency),
            reasons[row.reason] ?? row.reason,
            t(`refund.${row.status}`),
            <PaymentLink key="payment" id={row.payment_id} />,
          ],
        }))}
      />
      <Listed
        name={t("list.chargebacks")}
        columns={[at, amount, { name: t("col.status") }, payment]}
        rows={chargebacks.map((row, index) => ({
          key: `${row.at} ${index}`,
          cells: [
            when(row.at),
            format.money(row.amount, row.currency),
            t(row.reversed ? "chargeback.reversed" : "chargeback.lost"),
            <PaymentLink key="payment" id={row.payment_id} />,
          ],
        }))}
      />
      <Listed
        name={t("list.differences")}
        means={t("list.means")}
        columns={[at, { name: t("col.reason") }, payment]}
        rows={differences.map((row, index) => ({
          key: `${row.at} ${index}`,
          cells: [
            when(row.at),
            kinds[row.kind] ?? row.kind,
            row.payment_id === null ? "–" : <PaymentLink key="payment" id={row.payment_id} />,
          ],
        }))}
      />
    </>
  );
}
