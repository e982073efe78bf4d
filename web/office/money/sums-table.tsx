import type { ReactNode } from "react";
import type { MoneyRow } from "#contract/money.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { DataTable } from "#web/office/numbers/data-table.tsx";

type Props = { name: string; rows: readonly MoneyRow[]; of: (key: string) => ReactNode };

/** Sums by one thing, each currency in rows of its own. */
export function SumsTable({ name, rows, of }: Props) {
  const t = useTexts("money");
  const format = useFormat();
  return (
    <section className="surface-card min-w-0 p-4 md:p-5">
      <h2 className="mb-2 text-lg">{name}</h2>
      {rows.length === 0 ? (
        <p className="text-muted">{t("none")}</p>
      ) : (
        <DataTable
          caption={name}
          rows={rows}
          keyOf={({ of: key, currency }) => `${key} ${currency}`}
          columns={[
            { name, cell: ({ of: key }) => of(key) },
            { name: t("sum.receipts"), number: true, cell: ({ receipts }) => format.number(receipts) },
            { name: t("sum.paid"), number: true, cell: ({ paid, currency }) => format.money(paid, currency) },
            { name: t("sum.back"), number: true, cell: ({ back, currency }) => format.money(back, currency) },
            {
              name: t("sum.kept"),
              number: true,
              cell: ({ paid, back, currency }) => format.money(paid - back, currency),
            },
            { name: t("sum.vat"), number: true, cell: ({ vat, currency }) => format.money(vat, currency) },
          ]}
        />
      )}
    </section>
  );
}
