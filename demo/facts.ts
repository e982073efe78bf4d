import { codedFacts, factCodes, spokenLanguages } from "#contract/facts.ts";
import { isDemoLogin } from "./logins.ts";
import type { Person } from "./people.ts";
import { dice } from "./random.ts";

/** What an invented member says of the facts that decide: a demo login everything, the others three of four. */
export function factsOf({ id, email, gender, language }: Pick<Person, "id" | "email" | "gender" | "language">) {
  const random = dice(`facts ${id}`);
  const says = () => isDemoLogin(email) || random.chance(0.75);
  const height = gender === "male" ? random.between(168, 196) : random.between(155, 182);
  const spoken = new Set<string>([language === "nb" ? "no" : language, "en", ...random.some(spokenLanguages, 1)]);
  const coded = codedFacts.map((fact) => [fact, says() ? random.pick<string>(factCodes[fact]) : null] as const);
  return {
    ...Object.fromEntries(coded),
    height: says() ? height : null,
    languages: says() ? spokenLanguages.filter((code) => spoken.has(code)) : [],
    shows_goals: random.chance(0.7),
  };
}
