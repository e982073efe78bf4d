import { Flag } from "lucide-react";
import { Link } from "react-router";
import type { Question } from "#contract/opening-questions.ts";
import type { Profile } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useReport } from "#web/moderation/use-dialogs.tsx";
import { Section } from "#web/ui/section.tsx";

type Props = { profile: Profile; canAnswer: boolean };

/** What a first message to the member can answer (R11.01): each leads to the chat, with it above the field. */
export function Questions({ profile, canAnswer }: Props) {
  const t = useTexts("opening-questions");
  if (profile.questions.length === 0) return null;
  return (
    <Section title={t("profile.title", { name: profile.name })} heading="sr-only" className="mt-4">
      <ul className="grid gap-2.5">
        {profile.questions.map((question) => (
          <li key={question.id} className="rounded-lg bg-tint px-4 py-3">
            <p dir="auto" className="break-words font-semibold">
              {question.text}
            </p>
            {canAnswer ? <Answer profile={profile} question={question} /> : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The link to answer a question. One that the member wrote can be reported here. */
function Answer({ profile, question: { id, text, written } }: { profile: Profile; question: Question }) {
  const t = useTexts("opening-questions");
  const report = useReport({ member: profile, subject: "question", question: id }, undefined, `report-question-${id}`);
  return (
    <div className="flex items-center justify-between gap-3">
      <Link
        to={`/members/${profile.id}/chat?question=${id}`}
        className="link inline-block py-2.5 font-semibold"
        aria-label={t("profile.answer_this", { question: text })}
      >
        {t("profile.answer")}
      </Link>
      {written ? (
        <button
          type="button"
          className="icon-button -me-3 text-muted"
          aria-label={String(report.entry.label)}
          title={String(report.entry.label)}
          onClick={report.entry.onSelect}
        >
          <Flag aria-hidden className="size-4" />
        </button>
      ) : null}
      {report.dialog}
    </div>
  );
}
