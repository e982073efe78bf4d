/** The texts of each feature. A name with a dot is a section of a catalog: only that section is loaded. */
export type { Catalogs } from "./+types/catalogs.ts";
