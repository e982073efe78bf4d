import { remove as withoutConfusables } from "confusables";

/** A key that is equal for names that people would confuse: it folds case, accents and look-alike letters. */
export function nameKey(name: string): string {
  const folded = name.normalize("NFKC").toLowerCase();
  return withoutConfusables(folded).toLowerCase().replace(/\s+/g, " ").replaceAll("0", "o").replace(/[1l|]/g, "i");
}

/** It folds before lower-casing: the Greek `Μ` looks like `M`, but its small letter like `u`. Never for a login. */
export const nameKeyOfCapitals = (name: string) => nameKey(withoutConfusables(name.normalize("NFKC")));
