declare module "virtual:texts" {
  import type { Language } from "#contract/constants.ts";
  import type { Catalogs } from "#web/lib/catalogs.ts";

  type Loaders = Record<Language, () => Promise<{ default: Partial<Catalogs> }>>;
  export const first: Loaders;
  export const rest: Loaders;
}

declare module "virtual:emoji" {
  import type { EmojiData } from "frimousse";
  import type { Language } from "#contract/constants.ts";

  export const emoji: Record<Language, () => Promise<{ default: EmojiData }>>;
}
