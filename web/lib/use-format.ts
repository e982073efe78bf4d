import { useSyncExternalStore } from "react";
import type { Language } from "#contract/constants.ts";
import { createFormat, type Format } from "./format.ts";
import { useRootData } from "./root-data.ts";
import { useLanguage } from "./texts.tsx";

const cache = new Map<string, Format>();

function getFormat(language: Language, timeZone: string): Format {
  const key = `${language} ${timeZone}`;
  let format = cache.get(key);
  if (format === undefined) {
    if (cache.size > 500) cache.clear();
    format = createFormat(language, timeZone);
    cache.set(key, format);
  }
  return format;
}

const subscribeToNothing = () => () => {};
let cachedZone: string | undefined;
/** Asked once: each part of a page that formats something reads it after each render. */
export const getBrowserZone = () => (cachedZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Formats dates, times, numbers and money for this page's language and the reader's time zone. */
export function useFormat(): Format {
  const language = useLanguage();
  const reportedZone = useRootData()?.timeZone ?? "UTC";
  // The server uses the zone that the browser reported last; hydration starts with the same one.
  const timeZone = useSyncExternalStore(subscribeToNothing, getBrowserZone, () => reportedZone);
  return getFormat(language, timeZone);
}
