import type { ReactNode } from "react";
import type { MoneyRow } from "#contract/money.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { DataTable } from "#web/numbers/data-table.tsx";

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
          columns={[
            { name },
            { name: t("sum.receipts"), number: true },
            { name: t("sum.paid"), number: true },
            { name: t("sum.back"), number: true },
            { name: t("sum.kept"), number: true },
            { name: t("sum.vat"), number: true },
          ]}
          rows={rows.map(({ of: key, currency, receipts, paid, back, vat }) => ({
            key: `${key} ${currency}`,
            cells: [
              of(key),
              format.number(receipts),
              ...[paid, back, paid - back, vat].map((minor) => format.money(minor, currency)),
            ],
          }))}
        />
      )}
    </section>
  );
}
