import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The style sheet of a page that needs no build: what all of them have in common, then its own. */
export function readPlainStyle(path: string): string {
  return [join(import.meta.dirname, "plain.css"), path].map((file) => readFileSync(file, "utf8")).join("\n");
}
