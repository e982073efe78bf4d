declare module "virtual:texts" {
  import type { Language } from "#contract/constants.ts";
  import type { Catalogs } from "#web/lib/catalogs.ts";

  const loaders: Record<Language, () => Promise<{ default: Catalogs }>>;
  export default loaders;
}
