import type { AnswerOf } from "#contract/call.ts";
import { getSettlements, type Settlement, type SettlementDifferenceRow } from "#contract/settlements.ts";
import { pickParams } from "#web/lib/pick-params.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { PaymentLink } from "#web/office/money/payment-columns.tsx";
import { type Column, TableCard } from "#web/office/numbers/data-table.tsx";
import { PeriodForm } from "#web/office/results/period-form.tsx";
import { useFilterFields } from "#web/office/staff/filter-fields.ts";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/settlements.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = pickParams(new URL(request.url).searchParams, ["from", "to"]);
  return await loadStaff(context, getSettlements, { query });
}

function Filters(period: Pick<AnswerOf<typeof getSettlements>, "from" | "to" | "latest">) {
  const { from, to } = period;
  const search = `?${new URLSearchParams({ from, to })}`;
  return (
    <PeriodForm columns="sm:grid-cols-2" of={useFilterFields().months(period)} csv="settlements" search={search} />
  );
}

/** R13.04: what the payment provider paid out, what it kept, and where that and the books disagree. */
export default function Settlements({
  loaderData: { settlements, differences, more, ...period },
}: Route.ComponentProps) {
  const t = useTexts("settlements");
  const money = useTexts("money");
  const format = useFormat();
  const sum = (name: string, of: (row: Settlement) => number): Column<Settlement> => ({
    name,
    number: true,
    cell: (row) => format.money(of(row), row.currency),
  });
  const side = (of: SettlementDifferenceRow["ours"]) => (of === null ? "–" : format.money(of.amount, of.currency));
  const day = (at: string) => <span className="whitespace-nowrap">{format.date(at)}</span>;
  const payout = (number: string | null) => <span className="whitespace-nowrap">{number ?? "–"}</span>;
  return (
    <Screen title={t("title")}>
      <Filters {...period} />
      <p className="mb-5 max-w-prose text-muted text-sm">{t("means")}</p>
      <div className="grid grid-cols-1 gap-5">
        {/* without a payout nothing was compared, so nothing agrees either */}
        {settlements.length + differences.length === 0 ? null : (
          <TableCard
            name={t("differences")}
            means={t("differences_means")}
            none={t("agree")}
            rows={differences}
            keyOf={({ kind, number, line, reference }) => [kind, number, line, reference].join(" ")}
            columns={[
              { name: money("col.at"), cell: ({ at }: SettlementDifferenceRow) => day(at) },
              { name: t("number"), cell: ({ number }: SettlementDifferenceRow) => payout(number) },
              { name: money("col.reason"), cell: ({ kind }: SettlementDifferenceRow) => t(`kind.${kind}`) },
              {
                name: t("line"),
                cell: ({ line, reference }: SettlementDifferenceRow) =>
                  line === null ? (
                    "–"
                  ) : (
                    <>
                      {t(`line_kind.${line}`)}
                      <span className="block text-muted text-xs">{reference}</span>
                    </>
                  ),
              },
              {
                name: t("ours"),
                number: true,
                cell: ({ ours }: SettlementDifferenceRow) => side(ours),
              },
              {
                name: t("theirs"),
                number: true,
                cell: ({ theirs }: SettlementDifferenceRow) => side(theirs),
              },
              {
                name: money("col.payment"),
                cell: ({ payment_id: id }: SettlementDifferenceRow) =>
                  id === null ? "–" : <PaymentLink id={id} number={null} />,
              },
            ]}
          />
        )}
        <TableCard
          name={t("title")}
          none={t("none")}
          rows={settlements}
          keyOf={({ id }) => id}
          columns={[
            { name: t("paid_out"), cell: ({ paid_out_at: at }: Settlement) => day(at) },
            {
              name: t("number"),
              cell: ({ number, mixed }: Settlement) => (
                <>
                  {payout(number)}
                  {mixed ? <span className="block text-muted text-xs">{t("mixed")}</span> : null}
                </>
              ),
            },
            { name: t("payments"), number: true, cell: ({ payments }: Settlement) => format.number(payments) },
            sum(money("sum.paid"), ({ gross }) => gross),
            sum(money("list.refunds"), ({ refunds }) => refunds),
            sum(money("list.chargebacks"), ({ chargebacks }) => chargebacks),
            sum(t("fees"), ({ fees }) => fees),
            sum(t("net"), ({ net }) => net),
            {
              name: t("differences"),
              number: true,
              cell: ({ differences: count }: Settlement) =>
                count === 0 ? (
                  format.number(count)
                ) : (
                  <strong className="rounded-md bg-warning-tint px-2 py-0.5 text-warning-ink">
                    {format.number(count)}
                  </strong>
                ),
            },
          ]}
        />
      </div>
      {more ? <p className="mt-3 text-muted text-sm">{t("more")}</p> : null}
    </Screen>
  );
}
