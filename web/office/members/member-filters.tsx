import { accountStatuses } from "#contract/sanctions.ts";
import type { MemberFilters as Filters } from "#contract/staff-members.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { choice, Fields, optionsOf } from "#web/ui/fields.tsx";
import type { Option } from "#web/ui/select-field.tsx";

export function readFilters(fields: Readonly<Record<string, string | undefined>>): Filters {
  const { text = "", premium, ...others } = fields;
  const filled = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined && value !== ""));
  // the API rejects values that are not among the choices
  return { text, ...filled, ...(premium && { premium: premium === "yes" }) } as Filters;
}

export const hasFilters = ({ text: _text, ...filters }: Filters): boolean => Object.keys(filters).length > 0;

type Props = { sites: readonly string[]; countries: readonly string[]; before: Filters };

const exact = { autoComplete: "off", autoCapitalize: "none", spellCheck: false };

export function MemberFilters({ sites, countries, before }: Props) {
  const t = useTexts("staff-members");
  const format = useFormat();
  const filter = (name: string, label: string, options: readonly Option[], defaultValue: string | undefined) =>
    choice(name, label, options, { empty: t("find.any"), defaultValue });
  const premium = [
    { value: "yes", label: t("find.premium") },
    { value: "no", label: t("find.not_premium") },
  ];
  const named = optionsOf(countries, format.country).sort((one, other) => one.label.localeCompare(other.label));
  return (
    <details open={hasFilters(before)} className="mb-5">
      <summary className="link inline-block cursor-pointer py-2">{t("find.filters")}</summary>
      <div className="mt-3 grid gap-x-4 sm:grid-cols-2">
        <Fields
          of={[
            { name: "since", type: "date", label: t("find.since"), defaultValue: before.since },
            { name: "until", type: "date", label: t("find.until"), defaultValue: before.until },
            filter("site", t("fact.site"), optionsOf(sites), before.site),
            filter("country", t("find.country"), named, before.country),
            filter(
              "status",
              t("find.status"),
              optionsOf(accountStatuses, (value) => t(`status.${value}`)),
              before.status,
            ),
            filter("premium", t("premium"), premium, before.premium === undefined ? "" : before.premium ? "yes" : "no"),
            {
              ...exact,
              name: "domain",
              label: t("find.domain"),
              note: t("find.domain_note"),
              defaultValue: before.domain,
              maxLength: 253,
            },
            {
              ...exact,
              name: "device",
              label: t("find.device"),
              note: t("find.device_note"),
              defaultValue: before.device,
              maxLength: 100,
            },
          ]}
        />
      </div>
    </details>
  );
}
