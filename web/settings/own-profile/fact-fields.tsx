import { useState } from "react";
import { type CodedFact, codedFacts, factCodes, heights, spokenLanguages } from "#contract/facts.ts";
import type { Preferences } from "#contract/match-finder.ts";
import type { OwnProfile } from "#contract/profiles.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { SaveMark } from "#web/profiles/save-mark.tsx";
import { useFactWords, useFormatHeight } from "#web/profiles/use-fact-words.ts";
import { useFieldSave } from "#web/profiles/use-field-save.ts";
import { composeAddress } from "#web/search/match-finder/questions.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ChoiceGroup } from "#web/ui/choice-group.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { findAnswer, listAskedFacts, readHeight } from "./fact-changes.ts";

type Props = { own: OwnProfile; goals: Preferences["goals"]; visible: readonly string[] };

/** The facts that decide (R11.03), each saved when chosen; none has to be answered. */
export function FactFields({ own, goals, visible }: Props) {
  const t = useTexts("facts");
  const asked = listAskedFacts(visible);
  return (
    <>
      <p className="mb-4 text-muted">{t("note")}</p>
      {asked.includes("height") ? <HeightField value={own.height} /> : null}
      {codedFacts
        .filter((fact) => asked.includes(fact))
        .map((fact) => (
          <AnswerField key={fact} fact={fact} value={own[fact]} />
        ))}
      {asked.includes("languages") ? <LanguagesField spoken={own.languages} /> : null}
      {asked.includes("goals") ? <GoalsField shown={own.shows_goals} goals={goals} /> : null}
    </>
  );
}

function HeightField({ value }: { value: OwnProfile["height"] }) {
  const t = useTexts("facts");
  const account = useTexts("account");
  const saving = useFieldSave();
  const formatHeight = useFormatHeight();
  const steps = Array.from({ length: heights.max - heights.min + 1 }, (_, step) => heights.min + step);
  return (
    <div className="own-field">
      <SelectField
        name="height"
        label={t("field.height")}
        empty={account("info.unsaid")}
        options={steps.map((cm) => ({ value: String(cm), label: formatHeight(cm) }))}
        defaultValue={value ?? ""}
        onChange={({ currentTarget }) => saving.save({ height: readHeight(currentTarget.value) })}
      />
      <SaveMark saving={saving} />
    </div>
  );
}

function AnswerField({ fact, value }: { fact: CodedFact; value: string | null }) {
  const t = useTexts("facts");
  const account = useTexts("account");
  const words = useFactWords();
  const saving = useFieldSave();
  return (
    <div
      className="own-field"
      onChange={({ target }) =>
        saving.save({ [fact]: findAnswer(fact, target instanceof HTMLInputElement ? target.value : "") })
      }
    >
      <ChoiceGroup
        look="pills"
        className="mb-6"
        name={fact}
        legend={t(`field.${fact}`)}
        none={account("info.unsaid")}
        options={factCodes[fact].map((code) => ({ value: code, label: words(fact, code) }))}
        defaultValue={value ?? ""}
      />
      <SaveMark saving={saving} />
    </div>
  );
}

function LanguagesField({ spoken }: { spoken: OwnProfile["languages"] }) {
  const t = useTexts("facts");
  const format = useFormat();
  const saving = useFieldSave();
  const [chosen, setChosen] = useState<readonly string[]>(spoken);
  const options = format.sortByName(
    spokenLanguages.map((code) => ({ code, name: format.language(code) })),
    ({ name }) => name,
  );
  const toggle = (code: string) => {
    const next = spokenLanguages.filter((each) => (each === code ? !chosen.includes(code) : chosen.includes(each)));
    setChosen(next);
    saving.save({ languages: next });
  };
  return (
    <div className="own-field">
      <fieldset className="mb-6 min-w-0">
        <legend className="mb-2 font-semibold">{t("field.languages")}</legend>
        <div className="flex flex-wrap gap-2">
          {options.map(({ code, name }) => (
            <label key={code} className="pill">
              <input
                type="checkbox"
                name="languages"
                value={code}
                checked={chosen.includes(code)}
                onChange={() => toggle(code)}
              />
              <span className="first-letter:uppercase">{name}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <SaveMark saving={saving} />
    </div>
  );
}

/** Whether the profile shows the match finder's answer to what the member is looking for. */
function GoalsField({ shown, goals }: { shown: boolean; goals: Preferences["goals"] }) {
  const t = useTexts("facts");
  const format = useFormat();
  const words = useFactWords();
  const saving = useFieldSave();
  const answer = format.list(goals.map((goal) => words("goals", goal)));
  return (
    <div className="own-field">
      <p className="mb-1 font-semibold">{t("field.goals")}</p>
      <p>
        {goals.length === 0 ? t("goals.none") : t("goals.yours", { goals: answer })}{" "}
        <TextLink to={composeAddress("goals")}>{t("goals.change")}</TextLink>
      </p>
      <Checkbox
        name="shows_goals"
        label={t("goals.show")}
        note={t("goals.show_note")}
        defaultChecked={shown}
        onChange={({ currentTarget }) => saving.save({ shows_goals: currentTarget.checked })}
      />
      <SaveMark saving={saving} />
    </div>
  );
}
