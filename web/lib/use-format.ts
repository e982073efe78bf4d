import { useBrowserZone } from "./browser-zone.ts";
import type { Format } from "./format.ts";
import { usePageFormats } from "./page-formats.ts";
import { useRootData } from "./root-data.ts";

/** Formats dates, times, numbers and money for this page's language and the reader's time zone. */
export function useFormat(): Format {
  const { formatIn } = usePageFormats();
  // the server uses the zone that the browser reported last, and hydration the same one
  const reported = useRootData()?.timeZone ?? "UTC";
  return formatIn(useBrowserZone() ?? reported);
}
