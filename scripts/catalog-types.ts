import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nameSections, readCatalogs } from "#locales/read-catalogs.ts";

/** Writes the type of the catalogs beside those of the routes, so that each text's key is checked. */
const folder = join(import.meta.dirname, "../.react-router/types/web/lib/+types");
const shape = JSON.stringify(nameSections(readCatalogs("en")), (_, value) => (typeof value === "string" ? "" : value));
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "catalogs.ts"), `const catalogs = ${shape};\nexport type Catalogs = typeof catalogs;\n`);
