import type { ListedFact } from "#contract/fact-answers.ts";
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
