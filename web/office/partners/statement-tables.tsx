import type { PartnerStatement, PartnersPage } from "#contract/partners.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { type Column, TableCard } from "#web/office/numbers/data-table.tsx";

type Payout = PartnersPage["payouts"][number];

type Props = { statements: PartnersPage["statements"] | null; payouts: PartnersPage["payouts"] };

/** What a partner earned by month, and what was paid out; `statements` null: they are not shown. */
export function StatementTables({ statements, payouts }: Props) {
  const t = useTexts("partners");
  const format = useFormat();
  const part = (
    heading: string,
    of: (row: PartnerStatement) => { count: number; amount: number },
  ): Column<PartnerStatement> => ({
    name: heading,
    number: true,
    cell: (row) => {
      const { count, amount } = of(row);
      return count === 0 ? (
        "–"
      ) : (
        <>
          {format.money(amount, row.currency)} <span className="text-muted">({format.number(count)})</span>
        </>
      );
    },
  });
  return (
    <>
      {statements === null ? null : (
        <TableCard
          name={t("statements")}
          means={statements.length === 0 ? undefined : t("statements_means")}
          none={t("none")}
          rows={statements}
          keyOf={(row) => `${row.month} ${row.currency}`}
          columns={[
            {
              name: t("month"),
              cell: ({ month }: PartnerStatement) => (
                <span className="whitespace-nowrap">{format.calendarMonth(month)}</span>
              ),
            },
            {
              name: t("earned"),
              number: true,
              cell: (row: PartnerStatement) => <strong>{format.money(row.earned, row.currency)}</strong>,
            },
            part(t("confirmed"), (row) => ({ count: row.signups, amount: row.signups_amount })),
            part(t("buyers"), (row) => ({ count: row.buyers, amount: row.buyers_amount })),
            part(t("purchases"), (row) => ({ count: row.sales, amount: row.sales_amount })),
            part(t("taken_back"), (row) => ({ count: row.reversals, amount: row.reversals_amount })),
          ]}
        />
      )}
      <TableCard
        name={t("paid_out")}
        none={t("none")}
        rows={payouts}
        keyOf={({ at, currency: paidIn }) => `${at} ${paidIn}`}
        columns={[
          { name: t("day"), cell: ({ at }: Payout) => format.date(at) },
          {
            name: t("amount"),
            number: true,
            cell: (payout: Payout) => format.money(payout.amount, payout.currency),
          },
        ]}
      />
    </>
  );
}
