import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { data, useNavigate } from "react-router";
import {
  getQuestions,
  maxQuestions,
  questionCodes,
  questionLength,
  saveQuestions,
} from "#contract/opening-questions.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { createAction, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type Fields, useForm } from "#web/lib/use-form.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { Route } from "./+types/questions.ts";

export const handle: ScreenHandle = { who: "members", texts: ["opening-questions"], mood: "settings" };

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageOf(context);
  await page.member();
  if (!(await page.settings()).visible_profile_fields.includes("questions")) throw data(null, { status: 404 });
  return await page.load(getQuestions);
}

const chosenName = (code: string) => `question_${code}`;
const writtenNames = Array.from({ length: maxQuestions }, (_, place) => `written_${place + 1}`);

const send = (call: CallFunction, fields: Fields) =>
  call(saveQuestions, {
    body: {
      chosen: questionCodes.filter((code) => fields[chosenName(code)] !== undefined),
      written: writtenNames.flatMap((name) => fields[name]?.trim() || []),
    },
  });

const back = "/profile#questions";

export const action = createAction(send, () => back);

/** Up to three questions to open with: of the list by theme, or the member's own (R11.01). */
export default function ChooseQuestions({ loaderData: { themes, own }, actionData }: Route.ComponentProps) {
  const t = useTexts("opening-questions");
  const shell = useTexts("shell");
  const navigate = useNavigate();
  const { submit, pending, failure, typed } = useForm(send, actionData);
  const written = own.filter(({ code }) => code === null);
  // a form that was posted without scripts and refused keeps what was ticked
  const isChosen = (code: string) =>
    actionData ? typed[chosenName(code)] !== undefined : own.some((question) => question.code === code);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(questionCodes.filter(isChosen)));
  const tick = (code: string, on: boolean) =>
    setTicked((before) => new Set(on ? [...before, code] : [...before].filter((other) => other !== code)));
  return (
    <Screen title={t("title")}>
      <p className="mb-5 max-w-prose text-muted">{t("intro", { max: maxQuestions })}</p>
      <CallForm failure={failure} onSubmit={(fields) => submit(fields, () => navigate(back))}>
        {themes.map(({ name, questions }, index) => (
          <details key={name} open={index === 0 || questions.some(({ code }) => isChosen(code))} className="group mb-3">
            <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 py-2 font-semibold text-lg">
              {name}
              <ChevronDown aria-hidden className="size-5 shrink-0 text-muted group-open:rotate-180" />
            </summary>
            {questions.map(({ code, text }) => (
              <label key={code} className="flex min-h-11 items-start gap-3 py-2 has-disabled:text-muted">
                <input
                  type="checkbox"
                  name={chosenName(code)}
                  value="1"
                  defaultChecked={isChosen(code)}
                  disabled={!ticked.has(code) && ticked.size >= maxQuestions}
                  onChange={({ currentTarget }) => tick(code, currentTarget.checked)}
                  className="mt-0.5 size-5 shrink-0 accent-primary"
                />
                <span className="min-w-0">{text}</span>
              </label>
            ))}
          </details>
        ))}
        <fieldset className="mt-6">
          <legend className="mb-2 font-semibold text-lg">{t("own")}</legend>
          <p className="mb-3 text-muted text-sm">{t("own_note")}</p>
          {writtenNames.slice(0, written.length + 1).map((name, index) => (
            <TextField
              key={name}
              name={name}
              label={t("own_label", { number: index + 1 })}
              optional
              maxLength={questionLength}
              defaultValue={typed[name] ?? written[index]?.text}
              note={written[index]?.inspection ? t("checking") : undefined}
              error={failure?.fields.written}
            />
          ))}
        </fieldset>
        <div className="flex flex-wrap gap-2.5">
          <Button type="submit" pending={pending}>
            {shell("save")}
          </Button>
          <ButtonLink to={back} look="quiet">
            {shell("cancel")}
          </ButtonLink>
        </div>
      </CallForm>
    </Screen>
  );
}
