import { MessageCircleQuestion } from "lucide-react";
import type { OwnQuestion } from "#contract/opening-questions.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type Refused, RefusedText } from "#web/profiles/refused-text.tsx";
import { OutlineLink } from "#web/ui/button.tsx";

type Props = {
  questions: readonly OwnQuestion[];
  /** A question of theirs that staff refused lately. */
  refused: Refused | null;
};

/** The member's questions, and the link to the page that changes them. */
export function OwnQuestions({ questions, refused }: Props) {
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
      {refused === null ? null : (
        <div className="mb-4">
          <RefusedText title={t("refused")} refused={refused} />
        </div>
      )}
      <OutlineLink to="/profile/questions">
        <MessageCircleQuestion aria-hidden className="size-5" />
        {t(questions.length === 0 ? "choose" : "change")}
      </OutlineLink>
    </>
  );
}
