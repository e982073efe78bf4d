import type { ResultComparison } from "#contract/results.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { DataTable } from "#web/numbers/data-table.tsx";
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
        columns={[
          { name: t("col.variant") },
          { name: t("count.visits"), number: true },
          { name: t("count.signups"), number: true },
          { name: t("rate"), number: true },
        ]}
        rows={variants.map(({ variant, visits, signups, rate }) => ({
          key: variant,
          cells: [
            variant,
            format.number(visits),
            format.number(signups),
            <Rate key="rate" rate={rate} most={mostOf(variants.map((each) => each.rate))} />,
          ],
        }))}
      />
      <p className="mt-3 max-w-prose text-muted text-sm">
        {t("compare.difference", { low: points(low), high: points(high) })}
      </p>
    </section>
  ));
}
