import { MessageCircleReply } from "lucide-react";
import type { AnswerOdds } from "#contract/first-messages.ts";
import { useTexts } from "#web/lib/texts.tsx";

export function useOddsWords(): (odds: AnswerOdds) => string {
  const t = useTexts("first-messages.odds");
  return ({ share, within_a_day: quick }) => t(share === "seldom" || !quick ? share : `${share}_within_a_day`);
}

/** Says before the first message how likely an answer is; nothing if too little is known, or it is hidden. */
export function OddsNote({ odds, className = "" }: { odds: AnswerOdds | null; className?: string }) {
  const words = useOddsWords();
  if (odds === null) return null;
  return (
    <p className={`flex items-start gap-2 text-muted ${className}`}>
      <MessageCircleReply aria-hidden className="mt-1 size-4 shrink-0" />
      {words(odds)}
    </p>
  );
}
