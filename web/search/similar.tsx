import { Link } from "react-router";
import type { Card } from "#contract/profiles.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { MemberCard } from "#web/member-parts/member-card.tsx";
import { CardGrid } from "#web/ui/card-grid.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Search } from "./filter-parts.tsx";
import { highestAge, searchPath } from "./filters.ts";
import { chosenOnPage } from "./last-search.ts";
import { listWiderSearches, type Widening } from "./widen.ts";

type Relaxed = "countryregion" | "age" | "distance";
type Similar = Card & { relaxed: Relaxed };
type Props = Pick<Search, "filters" | "regions" | "offered"> & { similar: readonly Similar[] };

function useGroupTexts({ filters, regions, offered }: Omit<Props, "similar">) {
  const t = useTexts("members");
  const format = useFormat();
  return (relaxed: Relaxed, { min_age, max_age }: Widening["filters"]): { title: string; all: string } => {
    switch (relaxed) {
      case "countryregion": {
        const region = regions?.regions.find(({ code }) => code === filters.countryregion)?.name;
        return {
          title: t("similar.countryregion", { region: region ?? filters.countryregion ?? "" }),
          all: t("similar.countryregion_all"),
        };
      }
      case "age": {
        const ages = { from: min_age ?? offered.lowestAge, to: max_age ?? highestAge };
        return { title: t("similar.age"), all: t("similar.age_all", ages) };
      }
      case "distance": {
        const distance = format.distance(filters.distance ?? 0);
        return { title: t("similar.distance", { distance }), all: t("similar.distance_all") };
      }
    }
  };
}

/** Members who fit if one filter is removed, one group for each removed filter. */
export function SimilarMembers({ similar, ...search }: Props) {
  const t = useTexts("members");
  const formatGroup = useGroupTexts(search);
  if (similar.length === 0) return null;
  const groups = Map.groupBy(similar, (member) => member.relaxed);
  return (
    <Section title={t("similar.title")} heading="text-2xl" className="mt-12">
      <p className="mt-1 text-muted">{t("similar.text")}</p>
      {[...groups].map(([relaxed, members]) => {
        // as the server relaxes them: ages by their first step, the distance by its last, which removes it
        const steps = listWiderSearches(search.filters).filter((each) => each.relaxed === relaxed);
        const widening = relaxed === "age" ? steps[0] : steps.at(-1);
        const texts = formatGroup(relaxed, widening?.filters ?? {});
        return (
          <section key={relaxed} aria-labelledby={`similar-${relaxed}`} className="mt-7">
            <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
              <h3 id={`similar-${relaxed}`} className="text-lg">
                {texts.title}
              </h3>
              {widening === undefined ? null : (
                <Link
                  to={searchPath(widening.filters)}
                  state={chosenOnPage}
                  className="link inline-flex min-h-11 items-center text-sm"
                >
                  {texts.all}
                </Link>
              )}
            </div>
            <CardGrid label={texts.title}>
              {members.map((member) => (
                <MemberCard key={member.id} member={member} />
              ))}
            </CardGrid>
          </section>
        );
      })}
    </Section>
  );
}
