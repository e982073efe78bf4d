import type { RevenueDimension } from "#contract/revenue.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useOwnSites } from "#web/office/staff/own-sites.tsx";

/** The heading of a column. */
export function useColumnName() {
  const t = useTexts("revenue");
  const numbers = useTexts("numbers");
  const results = useTexts("results");
  return (name: RevenueDimension): string => {
    if (name === "month") return t("month");
    return name === "site" ? numbers("filter.site") : results(`col.${name}`);
  };
}

/** How a value of a column is written: a month by its name, a site by its own, an empty text as "none". */
export function useColumnValue() {
  const { nameOf } = useOwnSites();
  const results = useTexts("results");
  const format = useFormat();
  return (name: RevenueDimension, value: string): string => {
    if (name === "month") return format.calendarMonth(value);
    if (name === "site") return nameOf(value);
    return value === "" ? results("empty") : value;
  };
}
