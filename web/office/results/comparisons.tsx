import type { ResultComparison } from "#contract/results.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { DataTable } from "#web/office/numbers/data-table.tsx";
import { mostOf, Rate } from "./rate.tsx";

/** The two variants of each compared lander, with the interval of their difference and what it proves. */
export function Comparisons({ comparisons }: { comparisons: readonly ResultComparison[] }) {
  const t = useTexts("results");
  const format = useFormat();
  // percentage points, with their sign
  const points = (share: number) => format.signed(Math.round(share * 1000) / 10);
  return comparisons.map(({ lander, variants, difference: { low, high }, verdict, needed }) => (
    <section key={lander} className="surface-card min-w-0 p-4 md:p-5">
      <h2 className="text-lg">{t("compare.title", { lander })}</h2>
      <p className="mt-1 mb-3 font-semibold">{t(`compare.${verdict}`, { needed: format.number(needed) })}</p>
      <DataTable
        caption={t("compare.title", { lander })}
        rows={variants}
        keyOf={({ variant }) => variant}
        columns={[
          { name: t("col.variant"), cell: ({ variant }) => variant },
          { name: t("count.visits"), number: true, cell: ({ visits }) => format.number(visits) },
          { name: t("count.signups"), number: true, cell: ({ signups }) => format.number(signups) },
          {
            name: t("rate"),
            number: true,
            cell: ({ rate }) => <Rate rate={rate} most={mostOf(variants.map((each) => each.rate))} />,
          },
        ]}
      />
      <p className="mt-3 max-w-prose text-muted text-sm">
        {t("compare.difference", { low: points(low), high: points(high) })}
      </p>
    </section>
  ));
}
