import type { Dimension } from "#contract/results.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";

/** How a value of a column is shown: a day as a date, an empty text as "none", the rest as it is in the address. */
export function useValueName() {
  const t = useTexts("results");
  const format = useFormat();
  return (name: Dimension, value: string): string => {
    if (value === "") return t("empty");
    return name === "day" && /^\d{4}-\d{2}-\d{2}$/.test(value) ? format.calendarDay(value) : value;
  };
}
