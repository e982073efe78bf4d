import { defaultLanguage, type Language } from "#contract/constants.ts";
import type { DecisionKind, StatementSource } from "#contract/decisions.ts";
import { fill, type Values } from "#contract/fill-page.ts";
import type { ReportReason } from "#contract/moderation.ts";
import { smallestPublished, type Tally, type Transparency } from "#contract/transparency.ts";
import type english from "#locales/en/moderation.json";
import { createFormat } from "#web/lib/format.ts";
import type { NumberTable } from "./number-table.tsx";
import { catalogIn } from "./page-texts.server.ts";

const moderation = import.meta.glob<typeof english>("/locales/*/moderation.json", { eager: true, import: "default" });

/** What the team decides about a member; the answers to reports are counted with the reports. */
type MeasureKind = Exclude<DecisionKind, "report_acted" | "report_kept" | "danger_checked" | "danger_helped">;

function reasonsIn(language: Language): Record<ReportReason, string> {
  const catalog =
    moderation[`/locales/${language}/moderation.json`] ?? moderation[`/locales/${defaultLanguage}/moderation.json`];
  if (catalog === undefined) throw new Error("the reasons of reports have no texts");
  return catalog.reasons;
}

/** The numbers of a year in words: tables whose first row is the total, and the texts around them. */
export function transparencyWords(language: Language, numbers: Transparency, values: Values) {
  const {
    sections: _sections,
    title: _title,
    description: _description,
    kinds,
    ...texts
  } = catalogIn(language).transparency;
  const format = createFormat(language, "UTC");
  const fillText = (text: string, more: Values) => fill(language, text, { ...values, ...more });
  const number = (count: number | null) =>
    count === null ? fillText(texts.few, { count: smallestPublished }) : format.number(count);
  const row = (name: string, value: string, part = false) => ({ name, value, part });
  const parts = <Kind extends string>({ rows, rest }: Tally, names: Record<Kind, string>) => [
    ...rows.map(({ kind, count }) => row(names[kind as Kind], number(count), true)),
    ...(rest === 0 ? [] : [row(texts.rest, number(rest), true)]),
  ];
  const { reports, closed, decisions, objections, answered } = numbers;
  const measures: Record<MeasureKind, string> = kinds;
  const sources: Record<StatementSource, string> = {
    notice: texts.source_notice,
    own_initiative: texts.source_own,
    program: texts.source_program,
  };
  const outcomes = { upheld: texts.upheld, rejected: texts.rejected };
  const { answered_median_seconds: median } = numbers;
  const tables: NumberTable[] = [
    {
      title: texts.reports,
      rows: [
        row(texts.received, number(reports.total)),
        ...parts(reports, reasonsIn(language)),
        row(texts.closed, number(closed.total)),
        ...(closed.median_seconds === null ? [] : [row(texts.median, format.duration(closed.median_seconds), true)]),
        row(texts.notices, number(numbers.notices.total)),
      ],
    },
    { title: texts.decisions, rows: [row(texts.total, number(decisions.total)), ...parts(decisions, measures)] },
    {
      title: texts.sources,
      rows: [row(texts.total, number(numbers.sources.total)), ...parts(numbers.sources, sources)],
    },
    {
      title: texts.objections,
      rows: [
        row(texts.received, number(objections.total)),
        row(texts.answered, number(answered.total)),
        ...parts(answered, outcomes),
        ...(median === null ? [] : [row(texts.median, format.duration(median), true)]),
        row(texts.programs, number(numbers.programs.total)),
        ...parts(numbers.programs, outcomes),
      ],
    },
  ];
  const until = format.calendarDay(numbers.until);
  return {
    tables,
    period: fillText(texts.period, { year: String(numbers.year), until }),
    years: texts.years,
    csv: texts.csv,
    thing: texts.thing,
    count: texts.count,
  };
}
