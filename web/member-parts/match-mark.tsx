import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";

/** A small mark with the match percentage (D4.4); renders nothing if it is unknown. */
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
