import type { ListedFact } from "#contract/fact-answers.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";

/** The words of an answer to a fact (R11.03). */
export function useFactWords(): (fact: ListedFact, code: string) => string {
  const t = useTexts("facts");
  const goals = useTexts("match-finder");
  const format = useFormat();
  return (fact, code) => {
    if (fact === "languages") return format.language(code);
    // each fact has its own codes, which types can't follow
    if (fact === "goals") return goals(`goal.${code}` as "goal.dates");
    return t(`${fact}.${code}` as "smoking.no");
  };
}

/** Where people know their height in feet. */
const inFeet: readonly string[] = ["GB", "IE", "US", "CA"];

/** A height in centimetres; a viewer who lives where feet are usual reads both. */
export function useFormatHeight(): (centimetres: number) => string {
  const t = useTexts("facts");
  const format = useFormat();
  const readsFeet = inFeet.includes(useMember()?.profile.country ?? "");
  return (cm) => (readsFeet ? t("height.value_feet", { cm, feet: format.feet(cm) }) : t("height.value", { cm }));
}
