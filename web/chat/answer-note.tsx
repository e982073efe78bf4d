import { Link, useLocation } from "react-router";
import type { Question } from "#contract/opening-questions.ts";
import { useTexts } from "#web/lib/texts.tsx";

/** The question that the first message answers, above its field, and a way to write without it. */
export function AnswerNote({ name, question }: { name: string; question: string }) {
  const t = useTexts("chat");
  const { pathname } = useLocation();
  return (
    <div className="mb-2 flex items-center justify-between gap-3 rounded-md bg-tint px-3.5 py-1 text-sm">
      <p className="min-w-0 break-words">{t("question.asked", { name, question })}</p>
      <Link to={pathname} replace className="link shrink-0 py-2.5">
        {t("question.without")}
      </Link>
    </div>
  );
}

/** What a member asks, before the first message: a tap puts a question above the field. */
export function QuestionsToAnswer({ questions }: { questions: readonly Question[] }) {
  const t = useTexts("chat");
  const { pathname } = useLocation();
  if (questions.length === 0) return null;
  return (
    <>
      <h2 className="mt-5 font-semibold">{t("question.pick")}</h2>
      <ul className="mt-2 flex max-w-md flex-col gap-2">
        {questions.map(({ id, text }) => (
          <li key={id}>
            <Link to={`${pathname}?question=${id}`} replace className="pill break-words py-2 text-start">
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
