import type { QueuedReport } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";

export type ReportedBy = Pick<QueuedReport, "reporter" | "notice">;

/** What those who reported read once something is done: members in their decisions, guests in their mail. */
export function useActedWords(): (reports: readonly ReportedBy[]) => readonly string[] {
  const t = useTexts("staff");
  const decisions = useTexts("decisions");
  const complaints = useTexts("complaints");
  const wordsFor = ({ reporter, notice }: ReportedBy) => {
    if (notice === null) return reporter === null ? [] : [decisions("kind.report_acted")];
    if (notice.email === "") return [];
    return [complaints(notice.objection === null ? "notice.acted" : "notice.again_acted")];
  };
  return (reports) =>
    [...Map.groupBy(reports.flatMap(wordsFor), (text) => text)].map(([text, { length }]) =>
      t(length > 1 ? "ban.reporters" : "ban.reporter", { text }),
    );
}
