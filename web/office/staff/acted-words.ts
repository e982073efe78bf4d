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

/** A member who sent several reports is one reporter; guests have no account to tell them apart. */
export function countReporters(reports: readonly ReportedBy[]): number {
  const members = reports.flatMap(({ reporter }) => reporter?.id ?? []);
  return new Set(members).size + reports.length - members.length;
}

/** The same as sentences that say who reads it, one for each text. */
export function useReaderLines(): (reports: readonly ReportedBy[]) => readonly string[] {
  const t = useTexts("staff");
  const actedWords = useActedWords();
  return (reports) => {
    const texts = new Set(actedWords(reports));
    return [...texts].map((text) => {
      const readers = reports.filter((report) => actedWords([report]).includes(text));
      return t(countReporters(readers) > 1 ? "ban.reporters" : "ban.reporter", { text });
    });
  };
}
