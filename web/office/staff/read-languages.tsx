import { useState } from "react";
import { languages } from "#contract/constants.ts";
import { setStaffLanguages } from "#contract/staff.ts";
import { languageNames } from "#web/lib/languages.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { FormError } from "#web/ui/form-error.tsx";
import { Section } from "#web/ui/section.tsx";
import { useToast } from "#web/ui/toast.tsx";

type Props = { read: readonly (typeof languages)[number][] };

/** Which languages the staff member reads; each choice is saved at once. */
export function ReadLanguages({ read }: Props) {
  const t = useTexts("staff");
  const toast = useToast();
  const { run, failure } = useCall(setStaffLanguages);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(read));
  const change = async (language: string, on: boolean) => {
    const next = languages.filter((each) => (each === language ? on : chosen.has(each)));
    setChosen(new Set(next));
    const answer = await run({ body: { languages: next } });
    if (!answer) return setChosen(chosen);
    toast({ title: t("here.languages_saved"), tone: "good" });
  };
  return (
    <Section title={t("here.languages")} className="surface-card mt-5 p-5 md:p-6">
      <p className="mb-2 text-muted">{t("here.languages_intro")}</p>
      <FormError failure={failure} />
      <div className="grid grid-cols-2 gap-x-4 noscript:hidden">
        {languages.map((language) => (
          <label key={language} className="flex min-h-11 items-center gap-2.5">
            <input
              type="checkbox"
              checked={chosen.has(language)}
              onChange={({ target }) => void change(language, target.checked)}
              className="size-5 accent-primary"
            />
            <span lang={language}>{languageNames[language]}</span>
          </label>
        ))}
      </div>
    </Section>
  );
}
