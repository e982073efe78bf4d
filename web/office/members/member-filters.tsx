import { genders } from "#contract/profiles.ts";
import type { MemberFilters } from "#contract/staff-members.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Fields as Typed } from "#web/lib/use-form.ts";
import { choice, type FieldOf, optionsOf } from "#web/ui/fields.tsx";

/** What no browser should complete or correct. */
export const exact = { autoComplete: "off", autoCapitalize: "none", spellCheck: false };

/** The fields that describe a person: town, gender and age. Staff search with them for someone whose name they lack. */
export function usePersonFields(before: MemberFilters): FieldOf[] {
  const t = useTexts("staff-members");
  const profiles = useTexts("profiles");
  const search = useTexts("members");
  const age = (name: "min_age" | "max_age", label: string) =>
    ({ name, label, inputMode: "numeric", maxLength: 3, autoComplete: "off", defaultValue: before[name] }) as const;
  return [
    {
      ...exact,
      name: "town",
      label: t("find.town"),
      note: t("find.town_note"),
      defaultValue: before.town,
      maxLength: 100,
    },
    choice(
      "gender",
      profiles("field.gender"),
      optionsOf(genders, (value) => profiles(`gender.${value}`)),
      { empty: t("find.any"), defaultValue: before.gender },
    ),
    age("min_age", `${t("fact.age")} · ${search("filter.age_from")}`),
    age("max_age", `${t("fact.age")} · ${search("filter.age_to")}`),
  ];
}

/** The filters of a form's fields; an empty field is none. */
export function readFilters(fields: Typed): MemberFilters {
  const { text = "", premium, ...others } = fields;
  const filled = Object.entries(others).filter(([, value]) => value !== undefined && value !== "");
  const typed = filled.map(([name, value]) => [name, name.endsWith("_age") ? Number(value) : value]);
  // the API rejects values that are not among the choices
  const filters = { text, ...Object.fromEntries(typed), ...(premium && { premium: premium === "yes" }) };
  return filters as MemberFilters;
}
