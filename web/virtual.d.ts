declare module "virtual:texts" {
  import type { Language } from "#contract/constants.ts";
  import type { Catalogs } from "#web/lib/catalogs.ts";

  type Loaders = Record<Language, () => Promise<{ default: Partial<Catalogs> }>>;
  export const first: Loaders;
  export const rest: Loaders;
}
