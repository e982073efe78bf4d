import { Sparkles } from "lucide-react";
import { Link } from "react-router";
import { answersNeeded } from "#contract/match-finder.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { listQuestions, nextQuestionPath } from "./questions.ts";

/** Stands in place of percentages, which mean nothing yet. The page it opens counts all questions, so it does too. */
export function AnswerLink({ left, className = "" }: { left: number; className?: string }) {
  const t = useTexts("match-finder");
  const { length: total } = listQuestions(useSettings().visible_profile_fields);
  if (left === 0) return null;
  return (
    <p className={className}>
      <Link to={nextQuestionPath} className="link inline-flex min-h-11 items-center gap-2">
        <Sparkles aria-hidden className="size-4 shrink-0" />
        {left === answersNeeded ? t("answer_first", { needed: left, total }) : t("answer", { count: left, total })}
      </Link>
    </p>
  );
}
