import { useRef } from "react";
import { Form, useNavigate } from "react-router";
import { type Preferences, savePreferences } from "#contract/match-finder.ts";
import { type OwnProfile, saveProfile } from "#contract/profiles.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type FormFailure, useSend } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { StepActions, StepFrame } from "#web/ui/step-frame.tsx";
import { readAnswer } from "./answers.ts";
import { questionFields } from "./question-fields.tsx";
import { composeNextAddress, composePreviousAddress, type Question } from "./questions.ts";

type Props = {
  asked: readonly Question[];
  question: Question;
  own: OwnProfile;
  preferences: Preferences;
  /** The questions before it were skipped, because they have answers. */
  skipped: boolean;
  /** The error of a form sent without scripts. */
  refused: FormFailure | undefined;
};

type Answer = { form: FormData; question: Question; own: Pick<OwnProfile, "interests" | "explicit_consent"> };

/** Saves the answer to a question: about others in the preferences, about oneself in the profile. */
export async function sendAnswer(call: CallFunction, { form, question, own }: Answer): Promise<true> {
  const { preferences, profile } = readAnswer(form, question, own);
  if (preferences) await call(savePreferences, { body: preferences });
  if (profile) await call(saveProfile, { body: profile });
  return true;
}

/**
 * One question of the match finder. Its answer is saved when the member goes on, and also when they go back if they
 * changed it.
 */
export function QuestionStep({ asked, question, own, preferences, skipped, refused }: Props) {
  const t = useTexts("match-finder");
  const words = useTexts("account");
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const changed = useRef(false);
  const { run, pending, failure } = useSend(sendAnswer);
  const save = (element: HTMLFormElement) => run({ form: new FormData(element), question, own });
  const Fields = questionFields[question];
  const onward = composeNextAddress(asked, question);
  return (
    <StepFrame
      heading={t(`question.${question}`)}
      why={t(question === asked[0] && !preferences.answered ? "why" : `note.${question}`)}
      place={{ number: asked.indexOf(question) + 1, total: asked.length }}
      back={composePreviousAddress(asked, question)}
      onBack={() => {
        if (changed.current && form.current) void save(form.current);
      }}
    >
      <Form
        ref={form}
        method="post"
        onChange={() => {
          changed.current = true;
        }}
        onSubmit={async (event) => {
          event.preventDefault();
          if (!pending && (await save(event.currentTarget))) await navigate(onward);
        }}
      >
        <FormError failure={failure ?? refused} />
        {skipped ? <p className="mb-5 text-sm">{t("skipped")}</p> : null}
        <Fields own={own} preferences={preferences} headed />
        <StepActions skipTo={onward}>
          <Button type="submit" size="large" pending={pending}>
            {words("signup.continue")}
          </Button>
        </StepActions>
      </Form>
    </StepFrame>
  );
}
