import type { Language } from "#contract/constants.ts";
import type { Content } from "./content/content.ts";
import { da } from "./content/da.ts";
import { de } from "./content/de.ts";
import { en } from "./content/en.ts";
import { es } from "./content/es.ts";
import { fi } from "./content/fi.ts";
import { fr } from "./content/fr.ts";
import { it } from "./content/it.ts";
import { nb } from "./content/nb.ts";
import { nl } from "./content/nl.ts";
import { pl } from "./content/pl.ts";
import { sv } from "./content/sv.ts";

export { spokenBy } from "./content/content.ts";

/** Names and words of the demo members, by their language. */
export const contents: Record<Language, Content> = { da, de, en, es, fi, fr, it, nb, nl, pl, sv };
