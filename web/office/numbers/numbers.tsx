import type { AnswerOf, InputOf } from "#contract/call.ts";
import { getNumbers, type NumbersRow, numberPeriods, numberSteps } from "#contract/numbers.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { FilterCard } from "#web/office/staff/filter-card.tsx";
import { useFilterFields } from "#web/office/staff/filter-fields.ts";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { DownloadLink } from "#web/ui/download-link.tsx";
import { choice, optionsOf } from "#web/ui/fields.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Route } from "./+types/numbers.ts";
import { TableCard } from "./data-table.tsx";
import { NumberCard } from "./number-card.tsx";
import { Waiting } from "./waiting.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const { site = "", days = "28", by = "day" } = Object.fromEntries(searchParams);
  // the API rejects values that are not among the choices
  const query = { days, by, site: site || undefined } as InputOf<typeof getNumbers>["query"];
  return { asked: { site, days, by }, numbers: await loadStaff(context, getNumbers, { query }) };
}

const counted = ["signups", "confirmations", "messages", "matches", "chats"] as const;

/** The share of answered chats; null: no chat began. */
const answerRate = (chats: number, answered: number) => (chats === 0 ? null : answered / chats);

/** What happened on a site by day, week or month, each number with its definition, a chart and a table. */
export default function Numbers({ loaderData: { asked, numbers } }: Route.ComponentProps) {
  const t = useTexts("numbers");
  const format = useFormat();
  const { rows, active, retention, revenue, queues, at } = numbers;
  const currencies = [...new Set(revenue.map(({ currency }) => currency))].sort();
  const kept = (sums: typeof revenue) => sums.reduce((total, { paid, back }) => total + paid - back, 0);
  const filePath = `/staff-csv/numbers?${new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ""))}`;
  const sum = (name: (typeof counted)[number] | "answered") => rows.reduce((total, row) => total + row[name], 0);
  const bars = (value: (row: NumbersRow) => number | null, write: (value: number) => string = format.number) =>
    rows.map((row) => {
      const number = value(row);
      return { label: format.calendarDay(row.from), value: number, words: number === null ? "–" : write(number) };
    });
  const percent = (share: number) => format.percent(Math.round(share * 1000) / 1000);
  const rate = answerRate(sum("chats"), sum("answered"));
  return (
    <Screen title={t("title")}>
      <PeriodForm {...asked} />
      <p className="mb-5 max-w-prose text-muted text-sm">
        {t("people")} {t("counted", { time: format.time(at) })}
      </p>
      <p className="mb-5">
        <DownloadLink href={filePath} look="outline">
          {t("csv")}
        </DownloadLink>
      </p>
      <Section title={t("name.active")} heading="text-lg" className="surface-card mb-5 p-4 md:p-5">
        <p className="mt-1 mb-3 text-muted text-sm">{t("means.active")}</p>
        <dl className="grid grid-cols-3 gap-3">
          {(["day", "week", "month"] as const).map((span) => (
            <div key={span} className="flex flex-col-reverse">
              <dt className="text-muted text-sm">{t(`active.${span}`)}</dt>
              <dd className="font-semibold text-2xl tabular-nums">{format.number(active[span])}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <div className="mb-5 grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {counted.map((name) => (
          <NumberCard
            key={name}
            name={t(`name.${name}`)}
            means={t(`means.${name}`)}
            total={format.number(sum(name))}
            bars={bars((row) => row[name])}
          />
        ))}
        <NumberCard
          name={t("name.answer_rate")}
          means={t("means.answer_rate")}
          total={rate === null ? undefined : percent(rate)}
          bars={bars(({ chats, answered }) => answerRate(chats, answered), percent)}
        />
        <NumberCard
          name={t("name.answer_time")}
          means={t("means.answer_time")}
          bars={bars((row) => row.answer_seconds, format.duration)}
        />
        {currencies.map((currency) => {
          const ofCurrency = revenue.filter((sum) => sum.currency === currency);
          return (
            <NumberCard
              key={currency}
              name={t("name.revenue", { currency })}
              means={t("means.revenue")}
              total={format.money(kept(ofCurrency), currency)}
              bars={bars(
                (row) => kept(ofCurrency.filter(({ from }) => from === row.from)),
                (value) => format.money(value, currency),
              )}
            />
          );
        })}
        <NumberCard name={t("name.last_seen")} means={t("means.last_seen")} bars={bars((row) => row.last_seen)} />
      </div>
      <Retention weeks={retention} />
      <Waiting queues={queues} at={at} />
    </Screen>
  );
}

type Props = { site: string; days: string; by: string };

function PeriodForm({ site, days, by }: Props) {
  const t = useTexts("numbers");
  const filters = useFilterFields();
  const periods = optionsOf(numberPeriods, (value) => t("filter.last", { count: Number(value) }));
  const steps = optionsOf(numberSteps, (value) => t(`filter.${value}`));
  return (
    <FilterCard
      columns="sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto]"
      of={[
        filters.site(site),
        choice("days", t("filter.period"), periods, { defaultValue: days }),
        choice("by", t("filter.by"), steps, { defaultValue: by }),
      ]}
    />
  );
}

type Weeks = AnswerOf<typeof getNumbers>["retention"];

function Share({ of, kept }: { of: number; kept: number }) {
  const format = useFormat();
  const share = of === 0 ? 0 : kept / of;
  return (
    <span className="block min-w-14">
      {of === 0 ? "–" : format.percent(Math.round(share * 1000) / 1000)}
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden className="mt-0.5 block h-1 w-full">
        <rect width="100" height="4" className="fill-tint" />
        <rect width={share * 100} height="4" className="fill-primary" />
      </svg>
    </span>
  );
}

/** The share of each week's signups that was still here after one week, two weeks, and so on. */
function Retention({ weeks }: { weeks: Weeks }) {
  const t = useTexts("numbers");
  const format = useFormat();
  const most = Math.max(0, ...weeks.map(({ kept }) => kept.length));
  return (
    <TableCard
      name={t("name.retention")}
      means={t("means.retention")}
      className="mb-5"
      rows={weeks}
      keyOf={({ week }) => week}
      columns={[
        {
          name: t("retention.week"),
          cell: ({ week }) => <span className="whitespace-nowrap">{format.calendarDay(week)}</span>,
        },
        { name: t("retention.members"), number: true, cell: ({ members }) => format.number(members) },
        ...Array.from({ length: most }, (_, index) => ({
          name: t("retention.after", { count: index + 1 }),
          number: true,
          cell: ({ members, kept }: Weeks[number]) => {
            const count = kept[index];
            return count === undefined ? null : <Share of={members} kept={count} />;
          },
        })),
      ]}
    />
  );
}
