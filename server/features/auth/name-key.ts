import { remove as withoutConfusables } from "confusables";

/** What two names have in common when people would take one for the other: case, accents and look-alike letters (D3.2). */
export function nameKey(name: string): string {
  const folded = name.normalize("NFKC").toLowerCase();
  return withoutConfusables(folded).toLowerCase().replace(/\s+/g, " ").replaceAll("0", "o").replace(/[1l|]/g, "i");
}
/**
 * The same with capitals read as they look, which small letters do not tell: the Greek `Μ` is an `M`, its small letter a
 * `u`. For what a name may be taken for, never for what a member logs in with: there, case makes no difference.
 */
export const nameKeyOfCapitals = (name: string) => nameKey(withoutConfusables(name.normalize("NFKC")));
