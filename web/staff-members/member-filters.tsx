import { accountStatuses } from "#contract/sanctions.ts";
import type { MemberFilters as Filters } from "#contract/staff-members.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";

/** The search that the form's fields say; an empty field is no filter. */
export function readFilters(fields: Readonly<Record<string, string | undefined>>): Filters {
  const { text = "", premium, ...others } = fields;
  const filled = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined && value !== ""));
  // the API rejects values that are not among the choices
  return { text, ...filled, ...(premium && { premium: premium === "yes" }) } as Filters;
}

/** Whether a search has more than a text. */
export const hasFilters = ({ text: _text, ...filters }: Filters): boolean => Object.keys(filters).length > 0;

type Props = { sites: readonly string[]; countries: readonly string[]; before: Filters };

/** What members can be found by, besides a text. */
export function MemberFilters({ sites, countries, before }: Props) {
  const t = useTexts("staff-members");
  const format = useFormat();
  const any = t("find.any");
  const named = countries
    .map((value) => ({ value, label: format.country(value) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return (
    <details open={hasFilters(before)} className="mb-5">
      <summary className="link inline-block cursor-pointer py-2">{t("find.filters")}</summary>
      <div className="mt-3 grid gap-x-4 sm:grid-cols-2">
        <TextField type="date" name="since" label={t("find.since")} defaultValue={before.since} />
        <TextField type="date" name="until" label={t("find.until")} defaultValue={before.until} />
        <SelectField
          name="site"
          label={t("fact.site")}
          empty={any}
          defaultValue={before.site}
          options={sites.map((key) => ({ value: key, label: key }))}
        />
        <SelectField
          name="country"
          label={t("find.country")}
          empty={any}
          defaultValue={before.country}
          options={named}
        />
        <SelectField
          name="status"
          label={t("find.status")}
          empty={any}
          defaultValue={before.status}
          options={accountStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
        <SelectField
          name="premium"
          label={t("premium")}
          empty={any}
          defaultValue={before.premium === undefined ? "" : before.premium ? "yes" : "no"}
          options={[
            { value: "yes", label: t("find.premium") },
            { value: "no", label: t("find.not_premium") },
          ]}
        />
        <TextField
          name="domain"
          label={t("find.domain")}
          note={t("find.domain_note")}
          defaultValue={before.domain}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={253}
        />
        <TextField
          name="device"
          label={t("find.device")}
          note={t("find.device_note")}
          defaultValue={before.device}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
        />
      </div>
    </details>
  );
}
