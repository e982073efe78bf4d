import type { QueuedReport } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";

export type ReportedBy = Pick<QueuedReport, "reporter" | "notice">;

/** What each who reported reads once something is done: members in their decisions, guests in their mail. */
export function useActedWords(): (reports: readonly ReportedBy[]) => readonly string[] {
  const decisions = useTexts("decisions");
  const complaints = useTexts("complaints");
  const wordsFor = ({ reporter, notice }: ReportedBy) => {
    if (notice === null) return reporter === null ? [] : [decisions("kind.report_acted")];
    if (notice.email === "") return [];
    return [complaints(notice.objection === null ? "notice.acted" : "notice.again_acted")];
  };
  return (reports) => reports.flatMap(wordsFor);
}

/** The same as sentences that say who reads it, one for each text. */
export function useReaderLines(): (reports: readonly ReportedBy[]) => readonly string[] {
  const t = useTexts("staff");
  const actedWords = useActedWords();
  return (reports) =>
    [...Map.groupBy(actedWords(reports), (text) => text)].map(([text, { length }]) =>
      t(length > 1 ? "ban.reporters" : "ban.reporter", { text }),
    );
}
