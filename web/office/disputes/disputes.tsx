import type { AnswerOf } from "#contract/call.ts";
import {
  type CardDisputes,
  type DisputeLevel,
  type DisputeShare,
  disputeLimits,
  fewestForRatio,
  getDisputes,
  type OtherDisputes,
} from "#contract/disputes.ts";
import { addMonths } from "#contract/months.ts";
import { pickParams } from "#web/lib/pick-params.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useMethodName } from "#web/office/money/use-names.ts";
import { type Column, TableCard } from "#web/office/numbers/data-table.tsx";
import { PeriodForm } from "#web/office/results/period-form.tsx";
import { useFilterFields } from "#web/office/staff/filter-fields.ts";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/disputes.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = pickParams(new URL(request.url).searchParams, ["site", "from", "to"]);
  return await loadStaff(context, getDisputes, { query });
}

type Answer = AnswerOf<typeof getDisputes>;

const tints: Record<DisputeLevel, string> = {
  few: "text-muted",
  fine: "",
  warning: "rounded-md bg-warning-tint px-2 py-0.5 font-semibold text-warning-ink",
  alarm: "rounded-md bg-danger-tint px-2 py-0.5 font-semibold text-danger-ink",
};

/** A share with two decimals, so that 0.85 % and 0.9 % differ. */
function useShare() {
  const t = useTexts("disputes");
  const format = useFormat();
  return (ratio: number | null) =>
    ratio === null ? "–" : t("percent", { number: format.number(Math.round(ratio * 10_000) / 100) });
}

function useMerchant() {
  const t = useTexts("disputes");
  return ({ site, name }: { site: string | null; name: string }) => (site === null ? t("company", { name }) : name);
}

/** What is over a limit this month or was in the last one, in words; nothing if all is well. */
function Now({ cards, latest }: Pick<Answer, "cards" | "latest">) {
  const t = useTexts("disputes");
  const format = useFormat();
  const nameOf = useMerchant();
  const present = cards.filter(({ month }) => month >= addMonths(latest, -1));
  return (["alarm", "warning"] as const).map((level) => {
    const names = present
      .filter((row) => row.level === level)
      .map((row) => `${nameOf(row)} (${format.calendarMonth(row.month)})`);
    return names.length === 0 ? null : (
      <p
        key={level}
        className={`mb-5 rounded-md p-3.5 font-semibold ${level === "alarm" ? "bg-danger-tint text-danger-ink" : "bg-warning-tint text-warning-ink"}`}
      >
        {t(`now.${level}`, { merchants: format.list(names) })}
      </p>
    );
  });
}

function Filters({ site, from, to, latest }: Answer) {
  const filters = useFilterFields();
  const search = `?${new URLSearchParams({ ...(site === null ? {} : { site }), from, to })}`;
  return (
    <PeriodForm
      columns="sm:grid-cols-3"
      of={[filters.site(site), ...filters.months({ from, to, latest })]}
      csv="disputes"
      search={search}
    />
  );
}

/** R13.04: how many payments banks take back, as the card schemes count it, and where their limits are. */
export default function Disputes({ loaderData: disputes }: Route.ComponentProps) {
  const t = useTexts("disputes");
  const revenue = useTexts("revenue");
  const money = useTexts("money");
  const format = useFormat();
  const methodName = useMethodName();
  const shareOf = useShare();
  const nameOf = useMerchant();
  const { cards, others, more, latest } = disputes;
  const month: Column<{ month: string }> = {
    name: revenue("month"),
    cell: (row) => <span className="whitespace-nowrap">{format.calendarMonth(row.month)}</span>,
  };
  const merchant: Column<{ site: string | null; name: string }> = { name: t("merchant"), cell: nameOf };
  const number = (name: string, of: (row: CardDisputes) => number): Column<CardDisputes> => ({
    name,
    number: true,
    cell: (row) => format.number(of(row)),
  });
  const ratio = (name: string, of: (row: CardDisputes) => DisputeShare): Column<CardDisputes> => ({
    name,
    number: true,
    cell: (row) => <span className={`whitespace-nowrap ${tints[of(row).level]}`}>{shareOf(of(row).ratio)}</span>,
  });
  const limits = {
    warning: shareOf(disputeLimits.warning / 1000),
    alarm: shareOf(disputeLimits.alarm / 1000),
    most: shareOf(0.015),
  };
  return (
    <Screen title={t("title")}>
      <Now cards={cards} latest={latest} />
      <Filters {...disputes} />
      <div className="mb-5 max-w-prose space-y-3 text-muted text-sm">
        <p>{t("means", limits)}</p>
        <p>{t("means_visa")}</p>
        <p>{t("means_mastercard")}</p>
        <p>{t("means_counting")}</p>
        <p>{t("means_few", { payments: fewestForRatio.payments, disputes: fewestForRatio.disputes })}</p>
      </div>
      <div className="grid grid-cols-1 gap-5">
        <TableCard
          name={t("cards")}
          none={money("none")}
          rows={cards}
          keyOf={(row) => `${row.month} ${row.site ?? ""} ${row.name}`}
          columns={[
            month,
            merchant,
            number(money("list.chargebacks"), (row) => row.disputes),
            number(t("payments"), ({ visa }) => visa.payments),
            ratio(t("counting.visa"), ({ visa }) => visa),
            number(t("before"), ({ mastercard }) => mastercard.payments),
            ratio(t("counting.mastercard"), ({ mastercard }) => mastercard),
            {
              name: money("col.status"),
              cell: ({ level }) => <span className={`whitespace-nowrap ${tints[level]}`}>{t(`level.${level}`)}</span>,
            },
          ]}
        />
        <TableCard
          name={t("others")}
          means={t("others_means")}
          none={money("none")}
          rows={others}
          keyOf={(row) => `${row.month} ${row.site ?? ""} ${row.name} ${row.method}`}
          columns={[
            month,
            merchant,
            { name: money("col.method"), cell: ({ method }: OtherDisputes) => methodName(method) },
            {
              name: t("returned"),
              number: true,
              cell: ({ disputes: count }: OtherDisputes) => format.number(count),
            },
            { name: t("payments"), number: true, cell: ({ payments }: OtherDisputes) => format.number(payments) },
            {
              name: t("share"),
              number: true,
              cell: ({ disputes: count, payments }: OtherDisputes) => shareOf(payments === 0 ? null : count / payments),
            },
          ]}
        />
      </div>
      {more ? <p className="mt-3 text-muted text-sm">{t("more")}</p> : null}
    </Screen>
  );
}
