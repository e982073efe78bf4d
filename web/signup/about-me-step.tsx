import { useRef } from "react";
import { aboutMeLength } from "#contract/constants.ts";
import { questionCodes, saveQuestions } from "#contract/opening-questions.ts";
import { saveProfile } from "#contract/profiles.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useSend } from "#web/lib/use-call.ts";
import type { Fields } from "#web/lib/use-form.ts";
import { AboutMeConsent } from "#web/profiles/about-me-consent.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { StepActions } from "#web/ui/step-frame.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import type { StepProps } from "./step-props.ts";

const prompts = ["sunday", "talk", "smile"] as const;

/** Saves the text, and the question to open with if one was chosen (R11.01). */
export async function saveAboutMe(call: CallFunction, { about_me = "", about_me_consent: agreed, question }: Fields) {
  await call(saveProfile, { body: { about_me, ...(agreed && { about_me_consent: true }) } });
  const chosen = questionCodes.filter((code) => code === question);
  if (chosen.length > 0) await call(saveQuestions, { body: { chosen, written: [] } });
  return true;
}

/** Asks for a few lines about oneself, with opening lines to continue. */
export function AboutMeStep({ own, questions, refused, onward, goToNextStep }: StepProps) {
  const t = useTexts("account");
  const questionTexts = useTexts("opening-questions");
  const area = useRef<HTMLTextAreaElement>(null);
  const { run, pending, failure } = useSend(saveAboutMe);
  const insertOpeningLine = (text: string) => {
    const field = area.current;
    if (field === null) return;
    const before = field.value.trimEnd();
    const beginning = text.replace(/\s*…$/, "");
    field.value = `${before === "" ? "" : `${before}\n`}${beginning} `;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  };
  return (
    <CallForm failure={failure ?? refused} onSubmit={(fields) => run(fields, () => goToNextStep())}>
      <fieldset className="mb-4">
        <legend className="mb-2 text-muted text-sm">{t("about.prompts")}</legend>
        <div className="flex flex-wrap gap-2">
          {prompts.map((name) => (
            <button
              key={name}
              type="button"
              className="pill text-start"
              onClick={() => insertOpeningLine(t(`about.${name}`))}
            >
              {t(`about.${name}`)}
            </button>
          ))}
        </div>
      </fieldset>
      <TextArea
        ref={area}
        name="about_me"
        label={t("profile.about")}
        note={t("profile.about_note", { count: aboutMeLength })}
        rows={6}
        className="min-h-36"
        defaultValue={own.about_me}
      />
      {own.about_me_consent ? null : <AboutMeConsent />}
      {questions.length === 0 ? null : (
        <SelectField
          name="question"
          label={questionTexts("signup.label")}
          note={questionTexts("signup.note")}
          optional
          empty={questionTexts("signup.none")}
          options={questions}
        />
      )}
      <StepActions skipTo={onward} pending={pending} />
    </CallForm>
  );
}
