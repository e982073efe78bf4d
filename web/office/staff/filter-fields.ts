import { addMonths, monthsBetween } from "#contract/months.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { choice, type FieldOf, optionsOf } from "#web/ui/fields.tsx";
import { useOwnSites } from "./own-sites.tsx";

/** How many months can be chosen. */
const monthsOffered = 36;

type Months = { from: string; to: string; latest: string };

/** The filters that several pages of the back office have, with their values as asked. */
export function useFilterFields() {
  const t = useTexts("numbers");
  const money = useTexts("money");
  const revenue = useTexts("revenue");
  const format = useFormat();
  const { options } = useOwnSites();
  return {
    /** One of the own sites, or all of them. */
    site: (asked: string | null | undefined): FieldOf =>
      choice("site", t("filter.site"), options, { empty: t("filter.all"), defaultValue: asked ?? "" }),
    /** One of the own sites. */
    oneSite: (asked: string): FieldOf => choice("site", t("filter.site"), options, { defaultValue: asked }),
    days: ({ from, to }: { from?: string | undefined; to?: string | undefined }): FieldOf[] => [
      { name: "from", type: "date", label: money("from"), defaultValue: from },
      { name: "to", type: "date", label: money("to"), defaultValue: to },
    ],
    /** `latest`: the last month that there is, the first to choose; those as asked can be older ones. */
    months: ({ from, to, latest }: Months): FieldOf[] => {
      const offered = new Set([...monthsBetween(addMonths(latest, 1 - monthsOffered), latest), from, to]);
      const choices = optionsOf([...offered].toSorted().reverse(), format.calendarMonth);
      return [
        choice("from", revenue("from"), choices, { defaultValue: from }),
        choice("to", revenue("to"), choices, { defaultValue: to }),
      ];
    },
  };
}
