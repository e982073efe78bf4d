import type { Language } from "#contract/constants.ts";
import { explicitInterests, interests } from "#contract/profiles.ts";
import type { Content, Interest } from "./content/content.ts";
import { contents, spokenBy } from "./content.ts";
import type { Dice } from "./random.ts";

const harmless = interests.filter((code) => !explicitInterests.includes(code));

/** Takes an item that was not taken since the whole list was, so that no text comes twice in a search's first page. */
export type Draw = <T>(list: readonly T[]) => T;

export function createDraw(random: Dice): Draw {
  const left = new Map<readonly unknown[], unknown[]>();
  return <T>(list: readonly T[]) => {
    const items = left.get(list)?.length ? (left.get(list) as T[]) : random.some(list, list.length);
    left.set(list, items);
    return items.pop() as T;
  };
}

type Part = "who" | "habit" | "hope";
/** How an "about me" is built, by weight: not all people write the same three things. */
const shapes: readonly (readonly [readonly Part[], number])[] = [
  [["who", "habit", "hope"], 4],
  [["who", "habit", "habit", "hope"], 3],
  [["habit", "who", "hope"], 2],
  [["who", "habit", "habit"], 2],
  [["habit", "habit", "hope"], 2],
  [["who", "habit"], 1],
  [["habit", "hope"], 1],
];

/** An "about me" in a member's language, with its interests: those in the text, and some more. */
export function aboutMe(
  random: Dice,
  draw: Draw,
  { language, gender, age }: { language: Language; gender: "male" | "female"; age: number },
) {
  const { who, elders, does, hopes } = contents[language];
  const habits: Content["does"][number][] = [];
  const write: Record<Part, () => string> = {
    who: () => draw(age > 46 && random.chance(0.2) ? elders : who),
    hope: () => draw(hopes),
    habit: () => {
      const habit = draw(does);
      habits.push(habit);
      return habit[1];
    },
  };
  const sentences = random.weighted(shapes).map((part) => write[part]());
  const more = random.some(harmless, random.between(2, 6));
  const bold = random.chance(0.12) ? random.some(explicitInterests, random.between(1, 2)) : [];
  return {
    text: spokenBy(gender, sentences.join(" ")),
    interests: [...new Set<Interest>([...habits.map(([code]) => code), ...more, ...bold])].sort(),
  };
}
