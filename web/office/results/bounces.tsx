import type { AnswerOf } from "#contract/call.ts";
import type { getResults } from "#contract/results.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { DataTable } from "#web/office/numbers/data-table.tsx";
import { useValueName } from "./use-value-name.ts";

/** Visitors who left on the first screen, of addresses with `lb` (R4.21); nothing if there are none. */
export function Bounces({ bounces }: Pick<AnswerOf<typeof getResults>, "bounces">) {
  const t = useTexts("results");
  const format = useFormat();
  const valueName = useValueName();
  if (bounces.length === 0) return null;
  return (
    <section className="surface-card min-w-0 p-4 md:p-5">
      <h2 className="text-lg">{t("bounces.title")}</h2>
      <p className="mt-1 mb-3 text-muted text-sm">{t("bounces.means")}</p>
      <DataTable
        caption={t("bounces.title")}
        rows={bounces}
        keyOf={({ screen, network }) => `${screen}\n${network}`}
        columns={[
          { name: t("bounces.screen"), cell: ({ screen }) => screen },
          { name: t("col.network"), cell: ({ network }) => valueName("network", network) },
          { name: t("bounces.visits"), number: true, cell: ({ visits }) => format.number(visits) },
        ]}
      />
    </section>
  );
}
