import { X } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";
import { isFactField } from "#contract/facts.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useFormatFact } from "./fact-filters.tsx";
import { type Search, useFormatAges } from "./filter-parts.tsx";
import {
  type Filters,
  filtersInUse,
  findInterest,
  type Removable,
  searchPath,
  withoutFilter,
  withoutFilters,
} from "./filters.ts";
import { chosenOnPage } from "./last-search.ts";

export function useFormatFilter({
  filters,
  regions,
}: Pick<Search, "filters" | "regions">): (name: Removable) => string {
  const t = useTexts("members");
  const names = useTexts("profiles");
  const format = useFormat();
  const formatAges = useFormatAges();
  const formatFact = useFormatFact();
  return (name) => {
    const interest = findInterest(name);
    if (interest !== undefined) return names(`interest.${interest}`);
    if (isFactField(name)) return formatFact(name, filters);
    switch (name) {
      case "gender":
        return t(filters.gender === "female" ? "filter.gender_female" : "filter.gender_male");
      case "country":
        return format.country(filters.country ?? "");
      case "countryregion": {
        const region = regions?.regions.find(({ code }) => code === filters.countryregion);
        return region?.name ?? filters.countryregion ?? "";
      }
      case "age":
        return formatAges(filters.min_age, filters.max_age);
      case "distance":
        return t("filter.within", { distance: format.distance(filters.distance ?? 0) });
      case "anyone":
      case "online":
      case "new":
      case "photo":
      case "people":
      case "not_fictional":
      case "verified":
        return t(`filter.${name}`);
    }
    return "";
  };
}

type Origin = "last" | "picked" | null;

const origins = {
  here: { heading: "search.in_use", clear: "search.clear" },
  last: { heading: "search.last", clear: "search.clear_last" },
  picked: { heading: "search.picked", clear: "search.show_everyone" },
} as const;

function Removal({ words, to }: { words: string; to: Filters }) {
  const t = useTexts("members");
  return (
    <li>
      <Link
        to={searchPath(to)}
        state={chosenOnPage}
        aria-label={t("search.remove", { filter: words })}
        className="filter-button"
      >
        <span className="min-w-0">{words}</span>
        <X aria-hidden className="size-4 shrink-0" />
      </Link>
    </li>
  );
}

/** Each is a link to the search without it. Restored or picked filters have a heading that says so. */
export function FilterChips({ origin, ...search }: Pick<Search, "filters" | "regions"> & { origin: Origin }) {
  const t = useTexts("members");
  const formatFilter = useFormatFilter(search);
  const heading = useId();
  const { filters } = search;
  const used = filtersInUse(filters);
  const labels = origins[origin ?? "here"];
  const { sort } = filters;
  if (used.length === 0 && sort === undefined) return null;
  const clear = (
    <Link
      to={searchPath(origin === "last" ? {} : withoutFilters(filters))}
      state={chosenOnPage}
      className="inline-flex min-h-11 items-center px-2 link text-sm"
    >
      {t(labels.clear)}
    </Link>
  );
  return (
    <section aria-labelledby={heading}>
      <div className={origin === null ? "sr-only" : "flex flex-wrap items-center gap-x-2"}>
        <h2 id={heading} className="font-semibold text-base">
          {t(labels.heading)}
        </h2>
        {origin === null ? null : clear}
      </div>
      <ul aria-labelledby={heading} className="flex flex-wrap gap-2">
        {used.map((name) => (
          <Removal key={name} words={formatFilter(name)} to={withoutFilter(filters, name)} />
        ))}
        {sort === undefined ? null : (
          <Removal
            words={t("filter.sorted", { sort: t(`filter.sort_${sort}`) })}
            to={{ ...filters, sort: undefined }}
          />
        )}
        {origin === null && used.length > 1 ? <li>{clear}</li> : null}
      </ul>
    </section>
  );
}
