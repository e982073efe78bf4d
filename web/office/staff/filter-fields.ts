import { useTexts } from "#web/lib/texts.tsx";
import { choice, type FieldOf, optionsOf } from "#web/ui/fields.tsx";

/** The filters that several pages of the back office have, with their values as asked. */
export function useFilterFields() {
  const t = useTexts("numbers");
  const money = useTexts("money");
  return {
    site: (sites: readonly string[], asked: string | undefined): FieldOf =>
      choice("site", t("filter.site"), optionsOf(sites), { empty: t("filter.all"), defaultValue: asked }),
    days: ({ from, to }: { from?: string | undefined; to?: string | undefined }): FieldOf[] => [
      { name: "from", type: "date", label: money("from"), defaultValue: from },
      { name: "to", type: "date", label: money("to"), defaultValue: to },
    ],
  };
}
