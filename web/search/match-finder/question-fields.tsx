import type { ComponentProps } from "react";
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
    kilometres >= anywhere
      ? t("distance.anywhere")
      : t("distance.within", { distance: format.distance(kilometres).replace(" ", "\u00a0") });
}

type Choices = Record<Exclude<Question, "age">, Omit<ComponentProps<typeof ChoiceGroup>, "legend" | "look">>;

function useChoices({ own, preferences }: Props): Choices {
  const t = useTexts("match-finder");
  const account = useTexts("account");
  const names = useTexts("profiles");
  const { sortByName } = useFormat();
  const within = useWithinWords();
  const { prefers_distance: saved } = preferences;
  const steps = [...new Set<number>([...distances, ...(saved === null ? [] : [saved])])].sort((a, b) => a - b);
  const bodies = bodyTypes.map((value) => ({ value: String(value), label: names(`body_type.${value}`) }));
  const interests = askedInterests.map((value) => ({ value, label: names(`interest.${value}`) }));
  return {
    who: {
      name: "seeks",
      options: seeks.map((value) => ({ value, label: account(`question.seeks_${value}`), icon: signs[value] })),
      defaultValue: preferences.seeks ?? undefined,
    },
    distance: {
      name: "distance",
      options: steps.map((step) => ({ value: String(step), label: within(step) })),
      defaultValue: saved === null ? undefined : String(saved),
      columns: 2,
    },
    goals: {
      name: "goals",
      many: true,
      options: goals.map((value) => ({ value, label: t(`goal.${value}`) })),
      defaultValue: preferences.goals,
      columns: 2,
    },
    interests: {
      name: "interests",
      many: true,
      className: "mb-6",
      options: sortByName(interests, ({ label }) => label),
      defaultValue: own.interests,
    },
    body_types: {
      name: "body_types",
      many: true,
      options: bodies,
      defaultValue: preferences.prefers_body_types,
      columns: 2,
    },
    own_body: {
      name: "body_type",
      options: [...bodies, { value: "", label: t("body.unsaid") }],
      defaultValue: own.body_type ?? "",
      columns: 2,
    },
  };
}

function ChoiceField({ question, ...props }: Props & { question: keyof Choices }) {
  const t = useTexts("match-finder");
  const choice = useChoices(props)[question];
  const legend = t(`question.${question}`);
  const toTown = new URLSearchParams({ step: "location", next: composeAddress("distance") });
  return (
    <>
      {question === "distance" && props.own.city_id === null ? (
        <p className="mb-4">
          <TextLink to={`/complete-signup?${toTown}`}>{t("distance.needs_town")}</TextLink>
        </p>
      ) : null}
      <ChoiceGroup
        key={question}
        look={question === "interests" ? "pills" : "cards"}
        legend={props.headed ? <span className="sr-only">{legend}</span> : legend}
        {...choice}
      />
    </>
  );
}

/** The field of a question, as its form sends it. */
export function QuestionField({ question, ...props }: Props & { question: Question }) {
  return question === "age" ? <AgeField {...props} /> : <ChoiceField question={question} {...props} />;
}
