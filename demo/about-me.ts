import type { Language } from "#contract/constants.ts";
import { explicitInterests, interests } from "#contract/profiles.ts";
import type { Interest } from "./content/content.ts";
import { contents, spokenBy } from "./content.ts";
import type { Dice } from "./random.ts";

const harmless = interests.filter((code) => !explicitInterests.includes(code));

/** An "about me" in a member's language, with its interests: those in the text, and some more. */
export function aboutMe(random: Dice, language: Language, gender: "male" | "female", age: number) {
  const { who, elders, does, hopes } = contents[language];
  const habits = random.some(does, random.between(1, 2));
  const sentences = [
    random.pick(age > 46 && random.chance(0.2) ? elders : who),
    ...habits.map(([, sentence]) => sentence),
  ];
  if (random.chance(0.3)) sentences.reverse();
  sentences.push(random.pick(hopes));
  const more = random.some(harmless, random.between(2, 6));
  const bold = random.chance(0.12) ? random.some(explicitInterests, random.between(1, 2)) : [];
  return {
    text: spokenBy(gender, sentences.join(" ")),
    interests: [...new Set<Interest>([...habits.map(([code]) => code), ...more, ...bold])].sort(),
  };
}
