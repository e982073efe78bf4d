import type { Preferences } from "#contract/match-finder.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useFormat, useLanguage, useTexts } from "#web/lib/texts.tsx";
import type { PreferenceQuestion } from "./answers.ts";
import { useAgesWords, useWithinWords } from "./question-fields.tsx";

export function useDescribePreferences(): (preferences: Preferences) => Record<PreferenceQuestion, string> {
  const t = useTexts("match-finder");
  const names = useTexts("profiles");
  const words = useTexts("account");
  const language = useLanguage();
  const format = useFormat();
  const firstAges = useMember()?.wanted_ages;
  const [ages, within] = [useAgesWords(), useWithinWords()];
  return (preferences) => {
    const unsaid = t("preferences.unsaid");
    // what the first search is narrowed to
    const guess = firstAges ? t("preferences.age_guess", { ages: ages(firstAges.min, firstAges.max) }) : unsaid;
    const { prefers_min_age: from, prefers_max_age: to, prefers_distance: distance } = preferences;
    const builds = preferences.prefers_body_types.map((code, index) => {
      const name = names(`body_type.${code}`);
      return index === 0 ? name : name.toLocaleLowerCase(language);
    });
    return {
      who: preferences.seeks === null ? unsaid : words(`question.seeks_${preferences.seeks}`),
      age: from === null || to === null ? guess : ages(from, to),
      distance: distance === null ? unsaid : within(distance),
      goals: preferences.goals.length === 0 ? unsaid : format.list(preferences.goals.map((goal) => t(`goal.${goal}`))),
      body_types: builds.length === 0 ? t("preferences.no_matter") : format.list(builds),
    };
  };
}
