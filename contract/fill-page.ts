import type { Language } from "./constants.ts";
import type { OwnSection } from "./sites.ts";
import { translate } from "./translate.ts";

/** The content below a section's heading; texts may hold `<tags>` for links. */
export type PageBlock = { kind: "text"; text: string } | { kind: "list"; items: string[] };
export type Section = { id: string; title: string; blocks: PageBlock[] };

/** The values of the placeholders. An empty value means that this site does not have the thing, such as a phone. */
export type Values = Readonly<Record<string, string | number>>;

export function fill(language: Language, text: string, values: Values): string {
  return translate(language, { text }, "text", values);
}

/** Whether a text has a placeholder whose value is empty on this site; such a text is left out. */
function isVoid(text: string, values: Values): boolean {
  return [...text.matchAll(/\{(\w+)\}/g)].some(([, name]) => values[name ?? ""] === "");
}

/** Chooses between a section's variants: `l2_if_open` replaces `l2` if the value `open` is not empty. */
function chooseVariants(texts: Readonly<Record<string, string>>, values: Values): [string, string][] {
  const chosen = new Map<string, string>();
  for (const [name, text] of Object.entries(texts)) {
    const [key = name, condition] = name.split("_if_");
    if (condition === undefined || (values[condition] ?? "") !== "") chosen.set(key, text);
  }
  return [...chosen];
}

/** The paragraphs, or the items of a list: a text of several lines, such as one with `{authorities}`, gives several. */
const linesOf = (text: string) => text.split("\n");

/** A section's blocks as one text for editing: paragraphs, and lists with dashes; placeholders stay as they are. */
export function bodyOf(texts: Readonly<Record<string, string>>, values: Values): string {
  let body = "";
  let isAfterItem = false;
  for (const [key, raw] of chooseVariants(texts, values)) {
    if (key === "title" || isVoid(raw, values)) continue;
    const isItem = key.startsWith("l");
    // the items of a list are one block; other blocks are apart by an empty line
    if (body !== "") body += isItem && isAfterItem ? "\n" : "\n\n";
    const lines = linesOf(raw);
    body += isItem ? lines.map((line) => `- ${line}`).join("\n") : lines.join("\n\n");
    isAfterItem = isItem;
  }
  return body;
}

/** A section from a text that staff wrote (`sectionText`), with its placeholders filled. */
export function sectionFrom(
  language: Language,
  { section: id, title, body }: { section: string; title: string; body: string },
  values: Values,
): Section {
  const blocks: PageBlock[] = [];
  for (const part of body.split(/\n\s*\n/)) {
    let words: string[] = [];
    const end = () => {
      if (words.length > 0) blocks.push({ kind: "text", text: words.join(" ") });
      words = [];
    };
    for (const line of part.split("\n").map((each) => each.trim())) {
      if (line === "" || isVoid(line, values)) continue;
      const text = fill(language, line.replace(/^- /, ""), values);
      const last = blocks.at(-1);
      if (!line.startsWith("- ")) words.push(text);
      else {
        end();
        const list = blocks.at(-1);
        if (list?.kind === "list" && list === last) list.items.push(...linesOf(text));
        else blocks.push({ kind: "list", items: linesOf(text) });
      }
    }
    end();
  }
  return { id, title: fill(language, title, values), blocks };
}

/** Fills title, paragraphs `p1` … and items `l1` … in the page's order, without texts about what the site lacks. */
export function fillSections(
  language: Language,
  sections: Readonly<Record<string, Readonly<Record<string, string>>>>,
  values: Values,
): Section[] {
  return Object.entries(sections).flatMap(([id, { title = "", ...texts }]) => {
    const blocks: PageBlock[] = [];
    for (const [key, raw] of chooseVariants(texts, values)) {
      if (isVoid(raw, values)) continue;
      const text = fill(language, raw, values);
      const last = blocks.at(-1);
      if (!key.startsWith("l")) for (const line of linesOf(text)) blocks.push({ kind: "text", text: line });
      else if (last?.kind === "list") last.items.push(...linesOf(text));
      else blocks.push({ kind: "list", items: linesOf(text) });
    }
    return blocks.length === 0 ? [] : [{ id, title: fill(language, title, values), blocks }];
  });
}

/** The built-in sections, each replaced by the site's own words if it has some, and the site's further sections. */
export function withOwnSections(
  language: Language,
  sections: readonly Section[],
  own: readonly OwnSection[],
  values: Values,
): Section[] {
  const ownSections = new Map(own.map((text) => [text.section, sectionFrom(language, text, values)]));
  const withOwnTexts = sections.map((section) => ownSections.get(section.id) ?? section);
  for (const { id } of sections) ownSections.delete(id);
  return [...withOwnTexts, ...ownSections.values()];
}
