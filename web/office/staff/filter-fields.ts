import { useTexts } from "#web/lib/texts.tsx";
import { choice, type FieldOf } from "#web/ui/fields.tsx";
import { useOwnSites } from "./own-sites.tsx";

/** The filters that several pages of the back office have, with their values as asked. */
export function useFilterFields() {
  const t = useTexts("numbers");
  const money = useTexts("money");
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
  };
}
