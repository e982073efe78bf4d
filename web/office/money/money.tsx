import { Search } from "lucide-react";
import type { ReactNode } from "react";
import type { AnswerOf } from "#contract/call.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import { getMoney, type MoneyRow } from "#contract/money.ts";
import { pickParams } from "#web/lib/pick-params.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { type Column, TableCard } from "#web/office/numbers/data-table.tsx";
import { NumberCard } from "#web/office/numbers/number-card.tsx";
import { FilterCard } from "#web/office/staff/filter-card.tsx";
import { useFilterFields } from "#web/office/staff/filter-fields.ts";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { DownloadLink } from "#web/ui/download-link.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/money.ts";
import { Owed } from "./owed.tsx";
import { PaymentLink } from "./payment-columns.tsx";
import { useMethodName } from "./use-names.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = pickParams(new URL(request.url).searchParams, ["site", "from", "to"]);
  return { site: query.site ?? "", money: await loadStaff(context, getMoney, { query }) };
}

/** D7: revenue as the receipts have it, what went back, and what does not fit; and files for the bookkeeping. */
export default function Money({ loaderData: { site, money } }: Route.ComponentProps) {
  const t = useTexts("money");
  const payments = useTexts("payments");
  const format = useFormat();
  const methodName = useMethodName();
  const filters = useFilterFields();
  const { from, to, totals, by } = money;
  const countryName = (code: string) => (/^[A-Z]{2}$/.test(code) ? format.country(code) : t("unknown"));
  const rateName = (rate: string) => {
    const [code = "", percent = ""] = rate.split(" ");
    return `${countryName(code)}, ${format.percent(Number(percent) / 100)}`;
  };
  const composeFilePath = (currency: string) => {
    const query = new URLSearchParams({ currency, from, to });
    if (site !== "") query.set("site", site);
    return `/staff-csv/receipts?${query}`;
  };
  return (
    <Screen
      title={t("title")}
      actions={
        <ButtonLink to="/staff/payments" look="outline">
          <Search aria-hidden className="size-5" />
          {t("search.title")}
        </ButtonLink>
      }
    >
      <FilterCard
        columns="sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto]"
        of={[filters.site(site), ...filters.days({ from, to })]}
      />
      <p className="mb-5 max-w-prose text-muted text-sm">{t("means")}</p>
      <div className="mb-5 grid gap-5 md:grid-cols-2">
        {totals.length === 0 ? <p>{t("none")}</p> : null}
        {totals.map(({ currency, paid, back, vat }) => (
          <section key={currency} aria-label={currency} className="surface-card p-4 md:p-5">
            <dl className="grid grid-cols-2 gap-3">
              {(
                [
                  ["kept", paid - back],
                  ["paid", paid],
                  ["back", back],
                  ["vat", vat],
                ] as const
              ).map(([name, minor]) => (
                <div key={name} className="flex flex-col-reverse justify-end">
                  <dt className="text-muted text-sm">{t(`sum.${name}`)}</dt>
                  <dd className="font-semibold text-xl tabular-nums">{format.money(minor, currency)}</dd>
                </div>
              ))}
            </dl>
            <DownloadLink href={composeFilePath(currency)} look="quiet" className="button-flush mt-3">
              {t("csv", { currency })}
            </DownloadLink>
          </section>
        ))}
        {totals.map(({ currency }) => (
          <NumberCard
            key={currency}
            name={t("daily", { currency })}
            means={t("daily_means")}
            open={false}
            bars={fillDays(
              by.day.filter((row) => row.currency === currency),
              { from, to },
            ).map(({ of, kept }) => ({
              label: format.calendarDay(of),
              value: kept,
              words: format.money(kept, currency),
            }))}
          />
        ))}
      </div>
      <Owed site={site} {...money} />
      <div className="grid gap-5">
        <SumsTable name={t("by.country")} rows={by.country} of={countryName} />
        <SumsTable name={t("by.vat")} rows={by.vat} of={rateName} />
        <SumsTable
          name={t("by.bundle")}
          rows={by.bundle}
          of={(count) => payments("list.credits", { count: Number(count) })}
        />
        <SumsTable name={t("by.method")} rows={by.method} of={methodName} />
        <ReturnsTables {...money} />
      </div>
    </Screen>
  );
}

/** A period with more days than this shows only those with receipts. */
const mostDays = 366;

/** What each day kept; one without receipts kept nothing. */
function fillDays(rows: readonly MoneyRow[], { from, to }: { from: string; to: string }) {
  const kept = new Map(rows.map(({ of, paid, back }) => [of, paid - back]));
  const count = daysBetween(from, to) + 1;
  const days = count > mostDays ? [...kept.keys()] : Array.from({ length: count }, (_, index) => addDays(from, index));
  return days.map((of) => ({ of, kept: kept.get(of) ?? 0 }));
}

type Props = { name: string; rows: readonly MoneyRow[]; of: (key: string) => ReactNode };

function SumsTable({ name, rows, of }: Props) {
  const t = useTexts("money");
  const format = useFormat();
  return (
    <TableCard
      name={name}
      none={t("none")}
      rows={rows}
      keyOf={({ of: key, currency }) => `${key} ${currency}`}
      columns={[
        { name, cell: ({ of: key }) => of(key) },
        { name: t("sum.receipts"), number: true, cell: ({ receipts }) => format.number(receipts) },
        { name: t("sum.paid"), number: true, cell: ({ paid, currency }) => format.money(paid, currency) },
        { name: t("sum.back"), number: true, cell: ({ back, currency }) => format.money(back, currency) },
        { name: t("sum.kept"), number: true, cell: ({ paid, back, currency }) => format.money(paid - back, currency) },
        { name: t("sum.vat"), number: true, cell: ({ vat, currency }) => format.money(vat, currency) },
      ]}
    />
  );
}

type Answer = AnswerOf<typeof getMoney>;
type ReturnsTablesProps<R> = {
  name: string;
  means?: string;
  columns: readonly Column<NoInfer<R>>[];
  rows: readonly R[];
};

function Listed<R extends { at: string }>({ name, means, columns, rows }: ReturnsTablesProps<R>) {
  const t = useTexts("money");
  return <TableCard {...{ name, means, columns, rows }} none={t("none")} keyOf={({ at }, index) => `${at} ${index}`} />;
}

function ReturnsTables({ refunds, chargebacks, differences }: Answer) {
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
    cell: ({ payment_id: id }: { payment_id: string | null }) =>
      id === null ? "–" : <PaymentLink id={id} number={null} />,
  };
  return (
    <>
      <Listed
        name={t("list.refunds")}
        rows={refunds}
        columns={[
          at,
          amount,
          { name: t("col.reason"), cell: ({ reason }) => t(`reason.${reason}`) },
          { name: t("col.status"), cell: ({ status }) => t(`refund.${status}`) },
          payment,
        ]}
      />
      <Listed
        name={t("list.chargebacks")}
        means={t("list.contest")}
        rows={chargebacks}
        columns={[
          at,
          amount,
          { name: t("col.status"), cell: ({ reversed }) => t(reversed ? "chargeback.reversed" : "chargeback.lost") },
          {
            name: t("col.contest_by"),
            cell: ({ contest_by: day }) =>
              day === null ? "–" : <span className="whitespace-nowrap">{format.calendarDay(day)}</span>,
          },
          payment,
        ]}
      />
      <Listed
        name={t("list.differences")}
        means={t("list.means")}
        rows={differences}
        columns={[at, { name: t("col.reason"), cell: ({ kind }) => t(`kind.${kind}`) }, payment]}
      />
    </>
  );
}
