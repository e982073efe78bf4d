import { Sparkles } from "lucide-react";
import { useState } from "react";
import type { Preferences as PreferenceAnswers } from "#contract/match-finder.ts";
import type { OwnProfile } from "#contract/profiles.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { type PreferenceQuestion, preferenceQuestions } from "./answers.ts";
import { PreferenceRow } from "./preference-row.tsx";
import { bestPath, listQuestions } from "./questions.ts";
import { useDescribePreferences } from "./use-describe-preferences.ts";

type Props = {
  own: OwnProfile;
  preferences: PreferenceAnswers;
  /** Called after a save, as the preferences count towards the profile's completeness. */
  onSaved: () => void;
};

/** The match finder's answers, shown and edited in place, one at a time (D4.4). */
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
