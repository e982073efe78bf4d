import type { ReactNode } from "react";
import { Link } from "react-router";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { ForVisitor, ProfileGroup } from "./load-for-visitor.ts";

type Search = (group: ProfileGroup) => Record<string, string>;

function Chips({ heading, groups, search }: { heading: string; groups: readonly ProfileGroup[]; search: Search }) {
  const t = useTexts("home");
  if (groups.length === 0) return null;
  // beside others with a number, a name without one looks broken
  const counted = groups.filter(({ count }) => count > 1);
  const listedGroups = counted.length > 0 ? counted : groups;
  return (
    <div className="col-span-12 md:col-span-6">
      <h3 className="text-lg">{heading}</h3>
      <ul className="mt-3 flex flex-wrap gap-2">
        {listedGroups.map((group) => (
          <li key={group.code}>
            <Link to={`/members?${new URLSearchParams(search(group))}`} className="group-chip">
              {group.name}
              {/* if no group has more than one, "a few" behind each name would say no more */}
              {group.count > 1 ? <span className="group-count">{t("here.count", { count: group.count })}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Figure({ count, children }: { count: number; children: ReactNode }) {
  const t = useTexts("home");
  return (
    <div className="home-figure">
      <dt>{children}</dt>
      <dd>{t("here.count", { count })}</dd>
    </div>
  );
}

/** Shows true numbers, rounded down. The text says profiles, because those of a demo site are all invented. */
export function ProfileNumbers({
  numbers: { members, lately },
  country,
  regions,
  interests,
}: Pick<ForVisitor, "numbers" | "country" | "regions" | "interests">) {
  const t = useTexts("home");
  const { demo, has_fictional: hasFictional, logged_out_search } = useSettings();
  const counted = hasFictional ? "here.counted_fictional" : "here.counted";
  const mayBrowse = logged_out_search !== "none";
  if (members === 0) return null;
  return (
    <section className="home-band">
      <div className="container">
        <h2 className="text-3xl md:text-4xl">{t("here.heading")}</h2>
        {members === 1 ? (
          <p className="mt-4 text-lg">{t("here.few")}</p>
        ) : (
          <dl className="home-figures">
            <Figure count={members}>{t("here.members")}</Figure>
            {lately > 1 && !demo ? <Figure count={lately}>{t("here.lately")}</Figure> : null}
          </dl>
        )}
        {mayBrowse && members > 1 ? (
          <div className="mt-8 grid grid-cols-12 gap-x-6 gap-y-7">
            <Chips
              heading={t("here.regions", { country: country.label })}
              groups={regions}
              search={({ code }) => ({ country: country.value, countryregion: code })}
            />
            <Chips heading={t("here.interests")} groups={interests} search={({ code }) => ({ interests: code })} />
          </div>
        ) : null}
        <p className="mt-6 text-muted text-sm">{t(demo ? "here.counted_demo" : counted)}</p>
      </div>
    </section>
  );
}
