import { useSyncExternalStore } from "react";
import type { Language } from "#contract/constants.ts";
import { createFormat, type Format } from "./format.ts";
import { useRootData } from "./root-data.ts";
import { useLanguage } from "./texts.tsx";

const made = new Map<string, Format>();

function formatOf(language: Language, timeZone: string): Format {
  const key = `${language} ${timeZone}`;
  let format = made.get(key);
  if (format === undefined) {
    if (made.size > 500) made.clear();
    format = createFormat(language, timeZone);
    made.set(key, format);
  }
  return format;
}

const never = () => () => {};
const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Dates, times, numbers and money as this page's language and the reader's time zone write them. */
export function useFormat(): Format {
  const language = useLanguage();
  const known = useRootData()?.timeZone ?? "UTC";
  // The server writes times in the zone that the browser told it last; the page starts with the same.
  const timeZone = useSyncExternalStore(never, here, () => known);
  return formatOf(language, timeZone);
}
