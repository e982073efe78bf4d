import { MessageCircleQuestion } from "lucide-react";
import type { OwnQuestion } from "#contract/opening-questions.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { OutlineLink } from "#web/ui/button.tsx";

/** The member's questions, and the link to the page that changes them. */
export function OwnQuestions({ questions }: { questions: readonly OwnQuestion[] }) {
  const t = useTexts("opening-questions");
  return (
    <>
      {questions.length === 0 ? (
        <p className="mb-4 text-muted">{t("why")}</p>
      ) : (
        <ul className="mb-4 grid gap-2.5">
          {questions.map(({ id, text, inspection }) => (
            <li key={id} className="rounded-lg bg-tint px-4 py-3">
              <p dir="auto" className="break-words font-semibold">
                {text}
              </p>
              {inspection ? <p className="text-muted text-sm">{t("checking")}</p> : null}
            </li>
          ))}
        </ul>
      )}
      <OutlineLink to="/profile/questions">
        <MessageCircleQuestion aria-hidden className="size-5" />
        {t(questions.length === 0 ? "choose" : "change")}
      </OutlineLink>
    </>
  );
}
