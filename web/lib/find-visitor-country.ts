import { getVisitorCountry } from "#contract/sites.ts";
import { call } from "./call.ts";

let asked: Promise<string | null> | undefined;

/** Asks for the country once, because a page that visitors share names none; null: it is unknown. */
export function findVisitorCountry(): Promise<string | null> {
  asked ??= call(getVisitorCountry).then(
    ({ country }) => country,
    () => null,
  );
  return asked;
}
