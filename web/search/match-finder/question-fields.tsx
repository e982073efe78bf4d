import { anywhere, type Preferences } from "#contract/match-finder.ts";
import { goals } from "#contract/match-reasons.ts";
import { bodyTypes, type OwnProfile, seeks } from "#contract/profiles.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { signs } from "#web/profiles/gender-signs.tsx";
import { askedInterests } from "#web/profiles/profile-changes.ts";
import { ChoiceGroup } from "#web/ui/choice-group.tsx";
import { RangeField } from "#web/ui/range-field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { distances, findShownAges, highestAge } from "./answers.ts";
import { composeAddress, type Question } from "./questions.ts";

type Props = {
  own: Pick<OwnProfile, "interests" | "body_type" | "city_id"> & { profile: Pick<OwnProfile["profile"], "age"> };
  preferences: Preferences;
  /** A heading above asks the same question, so the legend is for screen readers only. */
  headed?: boolean;
};

function useLegend(headed: boolean) {
  const t = useTexts("match-finder");
  return (question: Question) =>
    headed ? <span className="sr-only">{t(`question.${question}`)}</span> : t(`question.${question}`);
}

function WhoField({ preferences, headed = false }: Props) {
  const t = useTexts("account");
  return (
    <ChoiceGroup
      look="cards"
      name="seeks"
      legend={useLegend(headed)("who")}
      options={seeks.map((value) => ({ value, label: t(`question.seeks_${value}`), icon: signs[value] }))}
      defaultValue={preferences.seeks ?? undefined}
    />
  );
}

/** An age range in words; the slider's end means no upper limit. */
export function useAgesWords(): (from: number, to: number) => string {
  const t = useTexts("match-finder");
  return (from, to) => (to >= highestAge ? t("age.open", { from }) : t("age.range", { from, to }));
}

function AgeField({ own, preferences }: Props) {
  const t = useTexts("match-finder");
  const { min_age: lowest } = useSettings();
  return (
    <RangeField
      legend={t("age.legend")}
      names={["min_age", "max_age"]}
      labels={[t("age.from"), t("age.to")]}
      min={lowest}
      max={highestAge}
      defaultValue={findShownAges(preferences, own.profile.age, lowest)}
      show={useAgesWords()}
    />
  );
}

export function useWithinWords(): (kilometres: number) => string {
  const t = useTexts("match-finder");
  const format = useFormat();
  return (kilometres) =>
    kilometres >= anywhere ? t("distance.anywhere") : t("distance.within", { distance: format.distance(kilometres) });
}

function DistanceField({ own, preferences, headed = false }: Props) {
  const t = useTexts("match-finder");
  const say = useWithinWords();
  const saved = preferences.prefers_distance;
  const steps = [...new Set<number>([...distances, ...(saved === null ? [] : [saved])])].sort((a, b) => a - b);
  const toTown = new URLSearchParams({ step: "location", next: composeAddress("distance") });
  return (
    <>
      {own.city_id === null ? (
        <p className="mb-4">
          <TextLink to={`/complete-signup?${toTown}`}>{t("distance.needs_town")}</TextLink>
        </p>
      ) : null}
      <ChoiceGroup
        look="cards"
        name="distance"
        legend={useLegend(headed)("distance")}
        options={steps.map((step) => ({ value: String(step), label: say(step) }))}
        defaultValue={saved === null ? undefined : String(saved)}
        columns={2}
      />
    </>
  );
}

function GoalsField({ preferences, headed = false }: Props) {
  const t = useTexts("match-finder");
  return (
    <ChoiceGroup
      look="cards"
      many
      name="goals"
      legend={useLegend(headed)("goals")}
      options={goals.map((value) => ({ value, label: t(`goal.${value}`) }))}
      defaultValue={preferences.goals}
      columns={2}
    />
  );
}

function InterestsField({ own, headed = false }: Props) {
  const names = useTexts("profiles");
  const { sortByName } = useFormat();
  return (
    <ChoiceGroup
      look="pills"
      many
      className="mb-6"
      name="interests"
      legend={useLegend(headed)("interests")}
      options={sortByName(
        askedInterests.map((value) => ({ value, label: names(`interest.${value}`) })),
        ({ label }) => label,
      )}
      defaultValue={own.interests}
    />
  );
}

function BodyTypesField({ preferences, headed = false }: Props) {
  const names = useTexts("profiles");
  return (
    <ChoiceGroup
      look="cards"
      many
      name="body_types"
      legend={useLegend(headed)("body_types")}
      options={bodyTypes.map((value) => ({ value, label: names(`body_type.${value}`) }))}
      defaultValue={preferences.prefers_body_types}
      columns={2}
    />
  );
}

function OwnBodyField({ own, headed = false }: Props) {
  const t = useTexts("match-finder");
  const names = useTexts("profiles");
  const options = bodyTypes.map((value) => ({ value: String(value), label: names(`body_type.${value}`) }));
  return (
    <ChoiceGroup
      look="cards"
      name="body_type"
      legend={useLegend(headed)("own_body")}
      options={[...options, { value: "", label: t("body.unsaid") }]}
      defaultValue={own.body_type ?? ""}
      columns={2}
    />
  );
}

export const questionFields = {
  who: WhoField,
  age: AgeField,
  distance: DistanceField,
  goals: GoalsField,
  interests: InterestsField,
  body_types: BodyTypesField,
  own_body: OwnBodyField,
} satisfies Record<Question, (props: Props) => React.ReactNode>;
