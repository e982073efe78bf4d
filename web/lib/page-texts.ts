import type { Language } from "#contract/constants.ts";
import type { Catalogs } from "./catalogs.ts";
import { renderPageData, takePageData } from "./page-formats.ts";
import { type TextPart, textParts, textPartsFor } from "./text-parts.ts";
import { loadTexts, partOfCatalog, type Texts } from "./texts.tsx";

/** The texts that a page brings, and the parts that its scripts load before it is hydrated. */
export type PageTexts = { parts: readonly TextPart[]; catalogs: Partial<Catalogs> };

const elementId = "page-texts";

/**
 * Chooses on the server what a screen that reads these catalogs gets of a language's texts. `worded`: those in the
 * site's own words, which no script has; no link leads from another page to a lander.
 */
export function choosePageTexts(
  { catalogs }: Texts,
  read: readonly (keyof Catalogs)[],
  { loggedIn, worded = {} }: { loggedIn: boolean; worded?: Partial<Catalogs> },
): PageTexts {
  const inside = Object.keys(catalogs).filter((name) => {
    const isRead = (read as readonly string[]).includes(name);
    if (Object.hasOwn(worded, name)) return isRead || !name.startsWith("landers.");
    return isRead && partOfCatalog(name as keyof Catalogs) === "arrival";
  });
  return {
    parts: textPartsFor(read.map(partOfCatalog), { loggedIn }),
    catalogs: Object.fromEntries(inside.map((name) => [name, catalogs[name as keyof Catalogs]])),
  };
}

export const renderPageTexts = (texts: PageTexts): string => renderPageData(elementId, texts);

/** Takes the texts out of the page before hydration. A page without any, such as the last resort, loads all. */
export async function loadPageTexts(language: Language): Promise<Texts> {
  const { parts, catalogs } = (takePageData(elementId) ?? { parts: textParts, catalogs: {} }) as PageTexts;
  const texts = await loadTexts(language, parts);
  return { language, catalogs: { ...texts.catalogs, ...catalogs } };
}
