import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";

/** How well a member suits the viewer (D4.4), small, wherever they are shown; nothing where it is not known. */
export function MatchMark({ percentage, className = "" }: { percentage: number | null; className?: string }) {
  const t = useTexts("members");
  const format = useFormat();
  if (percentage === null) return null;
  const percent = format.percent(percentage / 100);
  return (
    <span className={`match-mark ${className}`}>
      <span aria-hidden="true">{percent}</span>
      <span className="sr-only">{t("card.percent", { percent })}</span>
    </span>
  );
}
