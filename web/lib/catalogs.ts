import type home from "#locales/en/home.json";
import type shell from "#locales/en/shell.json";

/** The texts of each feature, as English has them; a feature adds its catalog here, and its keys are typed. */
export type Catalogs = {
  home: typeof home;
  shell: typeof shell;
};
