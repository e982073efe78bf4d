declare module "virtual:texts" {
  import type { Language } from "#contract/constants.ts";
  import type { Catalogs } from "#web/lib/catalogs.ts";
  import type { TextPart } from "#web/lib/text-parts.ts";

  export const loaders: Record<TextPart, Record<Language, () => Promise<{ default: Partial<Catalogs> }>>>;
  /** The names of all parts but `daily`, the largest, with spaces between them: every page has them. */
  export const catalogsOf: Partial<Record<TextPart, string>>;
}

declare module "virtual:emoji" {
  import type { EmojiData } from "frimousse";
  import type { Language } from "#contract/constants.ts";

  export const emoji: Record<Language, () => Promise<{ default: EmojiData }>>;
}
