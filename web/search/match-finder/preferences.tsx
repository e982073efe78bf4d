import { Sparkles } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type Preferences as PreferenceAnswers, savePreferences } from "#contract/match-finder.ts";
import type { OwnProfile } from "#contract/profiles.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { type PreferenceQuestion, preferenceQuestions, readPreferences } from "./answers.ts";
import { QuestionField } from "./question-fields.tsx";
import { bestPath, listQuestions } from "./questions.ts";
import { useDescribePreferences } from "./use-describe-preferences.ts";

type Props = {
  own: OwnProfile;
  preferences: PreferenceAnswers;
  /** Called after a save, as the preferences count towards the profile's completeness. */
  onSaved: () => void;
};

/** The match finder's answers, shown and edited in place, one at a time. */
export function Preferences({ own, preferences, onSaved }: Props) {
  const t = useTexts("match-finder");
  const { visible_profile_fields: visible } = useSettings();
  const [current, setCurrent] = useState(preferences);
  const [editing, setEditing] = useState<PreferenceQuestion | null>(null);
  const [saved, setSaved] = useState(false);
  const words = useDescribePreferences()(current);
  const onSite = listQuestions(visible);

  return (
    <section aria-labelledby="preferences" className="mt-8">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3">
        <h2 id="preferences" className="me-auto text-xl">
          {t("preferences.title")}
        </h2>
        <p role="status" className="font-medium text-secondary-ink text-sm">
          {saved ? t("preferences.saved") : null}
        </p>
      </div>
      {preferenceQuestions
        .filter((question) => onSite.includes(question))
        .map((question) => (
          <PreferenceRow
            key={question}
            question={question}
            own={own}
            saved={current}
            words={words[question]}
            editing={editing === question}
            onEdit={() => {
              setSaved(false);
              setEditing(question);
            }}
            onDone={(answer) => {
              if (answer) {
                setCurrent(answer);
                onSaved();
              }
              setSaved(answer !== null);
              setEditing(null);
            }}
          />
        ))}
      <p className="mt-4">
        <ButtonLink to={bestPath} look="outline">
          <Sparkles aria-hidden className="size-5" />
          {t("preferences.best")}
        </ButtonLink>
      </p>
    </section>
  );
}

type PreferenceRowProps = {
  question: PreferenceQuestion;
  own: OwnProfile;
  saved: PreferenceAnswers;
  words: string;
  editing: boolean;
  onEdit: () => void;
  /** Called with the saved preferences, or null if the edit was cancelled. */
  onDone: (saved: PreferenceAnswers | null) => void;
};

/** One preference: the saved answer, or the question for editing. Focus follows the switch between the two. */
function PreferenceRow({ question, own, saved, words, editing, onEdit, onDone }: PreferenceRowProps) {
  const t = useTexts("match-finder");
  const shell = useTexts("shell");
  const { run, pending, failure, clearFailure } = useCall(savePreferences);
  const change = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    const fields = form.current;
    if (editing) (fields?.querySelector<HTMLElement>("input:checked") ?? fields?.querySelector("input"))?.focus();
    else if (wasEditing.current && document.activeElement === document.body) change.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  return (
    <div className="border-line border-b py-1.5 last:border-b-0">
      <div className="flex items-center gap-x-4">
        <p className="flex min-w-0 grow flex-wrap justify-between gap-x-4">
          <span className="text-muted">{t(`preferences.${question}`)}</span>
          <span className="font-medium">{words}</span>
        </p>
        {editing ? null : (
          <button
            ref={change}
            type="button"
            className="button button-quiet -me-4 text-primary-ink"
            aria-label={t("preferences.change_for", { what: t(`preferences.${question}`) })}
            onClick={onEdit}
          >
            {t("preferences.change")}
          </button>
        )}
      </div>
      {editing ? (
        <form
          ref={form}
          className="py-3"
          onSubmit={async (event) => {
            event.preventDefault();
            if (pending) return;
            const answer = await run({ body: readPreferences(new FormData(event.currentTarget), [question]) });
            if (answer !== null) onDone(answer);
          }}
        >
          <FormError failure={failure} />
          <p className="mb-3 text-muted text-sm">{t(`note.${question}`)}</p>
          <QuestionField question={question} own={own} preferences={saved} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" pending={pending}>
              {shell("save")}
            </Button>
            <Button
              look="quiet"
              onClick={() => {
                clearFailure();
                onDone(null);
              }}
            >
              {shell("cancel")}
            </Button>
          </div>
        </form>
      ) : null}
    </div>
  );
}
