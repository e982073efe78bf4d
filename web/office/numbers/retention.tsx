import type { AnswerOf } from "#contract/call.ts";
import type { getNumbers } from "#contract/numbers.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { DataTable } from "./data-table.tsx";

type Weeks = AnswerOf<typeof getNumbers>["retention"];

/** A share as a number over a bar of that length. */
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

/** Of each week's signups, the share that was still here after one week, two weeks, and so on. */
export function Retention({ weeks }: { weeks: Weeks }) {
  const t = useTexts("numbers");
  const format = useFormat();
  const most = Math.max(0, ...weeks.map(({ kept }) => kept.length));
  return (
    <div className="surface-card mb-5 p-4 md:p-5">
      <h2 className="text-lg">{t("name.retention")}</h2>
      <p className="mt-1 mb-3 text-muted text-sm">{t("means.retention")}</p>
      <DataTable
        caption={t("name.retention")}
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
    </div>
  );
}
