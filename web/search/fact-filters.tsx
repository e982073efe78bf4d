import { factAnswers, type ListedFact, listedFacts } from "#contract/fact-answers.ts";
import { type FactField, factFields } from "#contract/facts.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useFactWords } from "#web/profiles/use-fact-words.ts";
import { RangeField } from "#web/ui/range-field.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { ChosenLine, FilterGroup } from "./filter-group.tsx";
import type { PartProps } from "./filter-parts.tsx";
import { type Filters, factsInUse, heightEnds, toggleAnswer } from "./filters.ts";

function useFormatHeights(): (from: number | undefined, to: number | undefined) => string {
  const t = useTexts("facts");
  return (from, to) => {
    if (from !== undefined && to !== undefined) return t("height.range", { from, to });
    if (from !== undefined) return t("height.from", { from });
    return to === undefined ? t("height.any") : t("height.to", { to });
  };
}

/** A fact that is filtered by, with what is looked for: "Smoking: No". */
export function useFormatFact(): (fact: FactField, filters: Filters) => string {
  const t = useTexts("facts");
  const format = useFormat();
  const formatHeights = useFormatHeights();
  const words = useFactWords();
  return (fact, filters) => {
    const answer =
      fact === "height"
        ? formatHeights(filters.min_height, filters.max_height)
        : format.list((filters[fact] ?? []).map((code) => words(fact, code)));
    return t("filter.one", { field: t(`field.${fact}`), answer });
  };
}

/** The facts that decide (R11.03). */
export function FactFilters(props: PartProps) {
  const { draft, offered, openGroup } = props;
  const t = useTexts("facts");
  const formatFact = useFormatFact();
  const facts = factFields.filter((fact) => offered.fields.includes(fact));
  if (facts.length === 0) return null;
  const chosen = factsInUse(draft).map((fact) => formatFact(fact, draft));
  return (
    <FilterGroup
      draft={draft}
      openGroup={openGroup}
      group="facts"
      names={["min_height", "max_height", ...listedFacts]}
      title={t("title")}
      chosen={chosen.length === 0 ? null : <ChosenLine>{chosen.join(" · ")}</ChosenLine>}
      note={t("filter.note")}
    >
      {facts.map((fact) => {
        if (fact === "height") return <HeightFilter key={fact} {...props} />;
        if (fact === "languages") return <LanguageFilter key={fact} {...props} />;
        return <AnswersFilter key={fact} fact={fact} {...props} />;
      })}
    </FilterGroup>
  );
}

function HeightFilter({ draft, change }: PartProps) {
  const t = useTexts("facts");
  const formatHeights = useFormatHeights();
  const { low, high } = heightEnds;
  const withoutSliderEnds = (from: number, to: number) =>
    [from > low ? from : undefined, to < high ? to : undefined] as const;
  return (
    <RangeField
      legend={t("field.height")}
      names={["min_height", "max_height"]}
      labels={[t("height.shortest"), t("height.tallest")]}
      min={low}
      max={high}
      defaultValue={[draft.min_height ?? low, draft.max_height ?? high]}
      show={(from, to) => formatHeights(...withoutSliderEnds(from, to))}
      onChange={(from, to) => {
        const [min_height, max_height] = withoutSliderEnds(from, to);
        change({ min_height, max_height });
      }}
    />
  );
}

function AnswersFilter({ fact, draft, change }: PartProps & { fact: ListedFact }) {
  const t = useTexts("facts");
  const words = useFactWords();
  const chosen: readonly string[] = draft[fact] ?? [];
  return (
    <fieldset className="mb-4 min-w-0">
      <legend className="mb-2 font-semibold">{t(`field.${fact}`)}</legend>
      <div className="flex flex-wrap gap-2">
        {factAnswers[fact].map((code) => (
          <label key={code} className="pill pill-small">
            <input
              type="checkbox"
              name={fact}
              value={code}
              checked={chosen.includes(code)}
              onChange={() => change(toggleAnswer(draft, fact, code))}
            />
            {words(fact, code)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** One language: a list of all would crowd the sheet. An address may name several. */
function LanguageFilter({ draft, change }: PartProps) {
  const t = useTexts("facts");
  const format = useFormat();
  const options = format.sortByName(
    factAnswers.languages.map((code) => ({ value: code, label: format.language(code) })),
    ({ label }) => label,
  );
  return (
    <SelectField
      name="languages"
      label={t("field.languages")}
      empty={t("filter.any_language")}
      options={options}
      value={draft.languages?.[0] ?? ""}
      onChange={({ currentTarget: { value } }) =>
        change({ languages: factAnswers.languages.filter((code) => code === value) })
      }
    />
  );
}
