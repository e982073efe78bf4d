import { factAnswers, type ListedFact } from "#contract/fact-answers.ts";
import { codedFacts, factFields, spokenLanguages } from "#contract/facts.ts";
import type { OwnProfile } from "#contract/profiles.ts";
import type { Changes } from "#web/profiles/use-field-save.ts";

/** The facts that the site's profiles show; others are not asked. */
export const listAskedFacts = (visible: readonly string[]) => factFields.filter((fact) => visible.includes(fact));

/** Whether the fact needs no further answer. What the member looks for is answered in the match finder. */
export function isAnswered(fact: (typeof factFields)[number], own: Omit<OwnProfile, "profile">): boolean {
  if (fact === "goals") return true;
  return fact === "languages" ? own.languages.length > 0 : own[fact] !== null;
}

/** The code of an answer; null: rather not say. */
export const findAnswer = (fact: Exclude<ListedFact, "languages" | "goals">, value: unknown) =>
  factAnswers[fact].find((code) => code === value) ?? null;

/** The height of a select; null: rather not say. */
export const readHeight = (value: unknown): number | null => (typeof value === "string" && Number(value)) || null;

/** The answers of a form without scripts to the facts that it asks for. */
export function readFacts(form: FormData, visible: readonly string[]): Changes {
  const asked = listAskedFacts(visible);
  const coded = codedFacts
    .filter((fact) => asked.includes(fact))
    .map((fact) => [fact, findAnswer(fact, form.get(fact))]);
  const changes: Changes = Object.fromEntries(coded);
  if (asked.includes("height")) changes.height = readHeight(form.get("height"));
  if (asked.includes("languages")) {
    const ticked = form.getAll("languages");
    changes.languages = spokenLanguages.filter((code) => ticked.includes(code));
  }
  if (asked.includes("goals")) changes.shows_goals = form.has("shows_goals");
  return changes;
}
