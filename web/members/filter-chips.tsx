import { X } from "lucide-react";
import { Link } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { type Search, useAgeWords } from "./filter-form.tsx";
import { inUse, type Removable, searchPath, without, withoutAll } from "./filters.ts";

/** What a filter in use says. */
function useFilterWords({ filters, regions }: Pick<Search, "filters" | "regions">): (name: Removable) => string {
  const t = useTexts("members");
  const format = useFormat();
  const ages = useAgeWords();
  return (name) => {
    switch (name) {
      case "gender":
        return t(filters.gender === "female" ? "filter.gender_female" : "filter.gender_male");
      case "country":
        return format.country(filters.country ?? "");
      case "countryregion":
        return regions?.regions.find((region) => region.code === filters.countryregion)?.name ?? "";
      case "age":
        return ages(filters.min_age, filters.max_age);
      case "distance":
        return t("filter.within", { distance: format.distance(filters.distance ?? 0) });
    }
  };
}

/** The filters in use; each is a link to the same search without it. */
export function FilterChips(search: Pick<Search, "filters" | "regions">) {
  const t = useTexts("members");
  const say = useFilterWords(search);
  const { filters } = search;
  const used = inUse(filters);
  if (used.length === 0) return null;
  return (
    <ul aria-label={t("search.in_use")} className="mb-5 flex flex-wrap gap-2">
      {used.map((name) => {
        const words = say(name) || (filters.countryregion ?? "");
        return (
          <li key={name}>
            <Link
              to={searchPath(without(filters, name))}
              aria-label={t("search.remove", { filter: words })}
              className="filter-button"
            >
              {words}
              <X aria-hidden className="size-4" />
            </Link>
          </li>
        );
      })}
      {used.length > 1 ? (
        <li>
          <Link to={searchPath(withoutAll(filters))} className="inline-flex min-h-11 items-center px-2 link text-sm">
            {t("search.clear")}
          </Link>
        </li>
      ) : null}
    </ul>
  );
}
