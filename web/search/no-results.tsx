import { SearchX } from "lucide-react";
import { useMember } from "#web/lib/live-state.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useFormatFilter } from "./filter-chips.tsx";
import type { Search } from "./filter-parts.tsx";
import { filtersInUse, highestAge, searchPath, withoutFilters } from "./filters.ts";
import { chosenOnPage } from "./last-search.ts";
import type { Total } from "./use-draft-count.ts";
import type { SingleFilter, Widening } from "./widen.ts";

export type WithTotal<Widening> = Widening & { total: Total };
export type Wider = WithTotal<Widening>;

/** The text of a button that leads to a wider search: "23 in Belgium". */
function useFormatWider({ offered }: Pick<Search, "offered">): (wider: Wider) => string {
  const t = useTexts("members");
  const facts = useTexts("facts");
  const format = useFormat();
  return ({ relaxed, filters, total: { count, capped } }) => {
    switch (relaxed) {
      case "countryregion":
        return t(capped ? "empty.place_capped" : "empty.place", {
          count,
          place: format.country(filters.country ?? ""),
        });
      case "age":
        if (filters.min_age === undefined && filters.max_age === undefined) {
          return t(capped ? "empty.alone_capped" : "empty.alone", { count, filter: t("filter.ages_any") });
        }
        return t(capped ? "empty.age_capped" : "empty.age", {
          count,
          from: filters.min_age ?? offered.lowestAge,
          to: filters.max_age ?? highestAge,
        });
      case "distance": {
        if (filters.distance === undefined) return t(capped ? "empty.anywhere_capped" : "empty.anywhere", { count });
        const distance = format.distance(filters.distance);
        return t(capped ? "empty.within_capped" : "empty.within", { count, distance });
      }
      case "facts":
        return t(capped ? "empty.alone_capped" : "empty.alone", { count, filter: facts("filter.without") });
      case "interests":
      case "online":
      case "new":
      case "photo":
        return t(capped ? `empty.${relaxed}_capped` : `empty.${relaxed}`, { count });
    }
  };
}

type Props = Omit<Search, "found"> & {
  wider: readonly Wider[];
  alone: readonly WithTotal<SingleFilter>[];
  anyone: boolean;
};

/** Shown if a search finds no members: links to wider searches, each with its count. No search is widened silently. */
export function NoResults({ wider, alone, anyone, ...search }: Props) {
  const t = useTexts("members");
  const formatWider = useFormatWider(search);
  const formatFilter = useFormatFilter(search);
  const { filters, regions } = search;
  const user = useMember();
  const region = regions?.regions.find(({ code }) => code === filters.countryregion)?.name;
  const withoutWider = alone.length > 0 ? "empty.text_alone" : "empty.no_way";
  const textKey = wider.length > 0 ? "empty.text" : withoutWider;
  if (user === null && !anyone) {
    const icon = <SearchX aria-hidden className="size-8" />;
    return <EmptyState icon={icon} title={t("visitor.empty_title")} text={t("visitor.empty")} />;
  }
  const widensPlace = wider.some((way) => way.relaxed === "countryregion");
  return (
    <EmptyState
      icon={<SearchX aria-hidden className="size-8" />}
      title={region !== undefined && widensPlace ? t("empty.title_place", { place: region }) : t("empty.title")}
      text={t(textKey)}
    >
      {wider.map((way, index) => (
        <ButtonLink
          key={searchPath(way.filters)}
          to={searchPath(way.filters)}
          state={chosenOnPage}
          look={index === 0 ? "primary" : "outline"}
        >
          {formatWider(way)}
        </ButtonLink>
      ))}
      {alone.map((way) => (
        <ButtonLink key={way.alone} to={searchPath(way.filters)} state={chosenOnPage} look="outline">
          {t(way.total.capped ? "empty.alone_capped" : "empty.alone", {
            count: way.total.count,
            filter: formatFilter(way.alone),
          })}
        </ButtonLink>
      ))}
      {anyone && filtersInUse(filters).length > 0 ? (
        <ButtonLink
          to={searchPath(withoutFilters(filters))}
          state={chosenOnPage}
          look={wider.length + alone.length > 0 ? "quiet" : "primary"}
        >
          {t("empty.everyone")}
        </ButtonLink>
      ) : null}
    </EmptyState>
  );
}
