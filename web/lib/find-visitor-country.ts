import { getVisitorCountry } from "#contract/sites.ts";
import { call } from "./call.ts";

let asked: Promise<string | null> | undefined;

/** For a page shared with others, which names no country. Asked once; null if it is unknown. */
export function findVisitorCountry(): Promise<string | null> {
  asked ??= call(getVisitorCountry).then(
    ({ country }) => country,
    () => null,
  );
  return asked;
}
