import type { PartnerStatement, PartnersPage } from "#contract/partners.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { type Column, TableCard } from "#web/office/numbers/data-table.tsx";

type Payout = PartnersPage["payouts"][number];

/** What a partner earned by month, and what was paid out. */
export function StatementTables({ statements, payouts }: Pick<PartnersPage, "statements" | "payouts">) {
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
      <TableCard
        name={t("statements")}
        none={t("none")}
        rows={statements}
        keyOf={(row) => `${row.month} ${row.currency}`}
        columns={[
          {
            name: t("month"),
            cell: ({ month }: PartnerStatement) => (
              <span className="whitespace-nowrap">{format.calendarMonth(`${month}-01`)}</span>
            ),
          },
          part(t("confirmed"), (row) => ({ count: row.signups, amount: row.signups_amount })),
          part(t("buyers"), (row) => ({ count: row.buyers, amount: row.buyers_amount })),
          part(t("purchases"), (row) => ({ count: row.sales, amount: row.sales_amount })),
          part(t("taken_back"), (row) => ({ count: row.reversals, amount: row.reversals_amount })),
          {
            name: t("earned"),
            number: true,
            cell: (row: PartnerStatement) => <strong>{format.money(row.earned, row.currency)}</strong>,
          },
        ]}
      />
      <TableCard
        name={t("payouts")}
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
