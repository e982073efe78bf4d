import { queryOptions } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useRef, useState } from "react";
import { dayOf } from "#contract/days.ts";
import { getOwnProfile, type OwnProfile } from "#contract/profiles.ts";
import { settingPath } from "#contract/setting-sections.ts";
import { getVisitors, seeVisitors, type Visit, type VisitsAnswer } from "#contract/visitors.ts";
import { call, callByItself } from "#web/lib/call.ts";
import { useHiddenMembers } from "#web/lib/live-state.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { rich, useTexts } from "#web/lib/texts.tsx";
import { usePages } from "#web/lib/use-pages.ts";
import { useLoaded, useOutdated } from "#web/member-parts/live-queries.ts";
import { MemberCard } from "#web/member-parts/member-card.tsx";
import { useMarkSeen } from "#web/member-parts/use-mark-seen.ts";
import { ButtonLink, OutlineLink } from "#web/ui/button.tsx";
import { CardGrid } from "#web/ui/card-grid.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { NextPageLink } from "#web/ui/next-page-link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import { linkTo } from "#web/ui/text-link.tsx";
import type { Route } from "./+types/visitors.ts";
import { daysAgo, groupVisits, joinVisits, listUnmarked } from "./group-visits.ts";

/** The first page of a list of visits, which begins at a cursor or with the latest. */
const visitsQuery = (from: string | null) =>
  queryOptions({
    queryKey: ["visits", from],
    queryFn: ({ signal }) => call(getVisitors, { query: from === null ? {} : { cursor: from }, signal }),
  });

/** The visitors loaded with the page, those who come while it is open, and the pages requested since. */
function useVisitors(loaded: VisitsAnswer, from: string | null) {
  const { data, refetch } = useLoaded(visitsQuery(from), loaded);
  const hidden = useHiddenMembers();
  const list = useRef<HTMLDivElement>(null);
  const { pages, cursor, state, load } = usePages<VisitsAnswer>(
    (loadedPages) => (loadedPages.at(-1) ?? loaded).next_cursor,
    (after) => call(getVisitors, { query: { cursor: after } }),
  );
  useOutdated("getVisitors", refetch);
  const further = pages.flatMap(({ visitors }) => visitors);
  const visits = joinVisits(data.visitors, further, hidden);

  async function loadMore(): Promise<void> {
    const page = await load();
    const listedIds = new Set(visits.map(({ member }) => member.id));
    const added = page?.visitors.find(({ member }) => !listedIds.has(member.id))?.member.id;
    // once it is rendered, the focus moves to the first added card
    if (added) requestAnimationFrame(() => focusCard(list.current, added));
  }
  return { visits, cursor, state, load: loadMore, list };
}

function focusCard(list: HTMLElement | null, id: string): void {
  list?.querySelector<HTMLElement>(`[data-member="${id}"]`)?.focus();
}

export const handle: ScreenHandle = { who: "members", texts: ["visitors", "likes"], mood: "browsing", offersApp: true };

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  await page.member();
  const cursor = new URL(request.url).searchParams.get("cursor");
  const [visits, own] = await Promise.all([
    page.load(getVisitors, { query: cursor === null ? {} : { cursor } }),
    page.load(getOwnProfile),
  ]);
  return { visits, cursor, own, today: dayOf(new Date()) };
}

/** Says what other members see of the viewer's own visits, with a link to the setting, and which visits are counted. */
function OwnVisits({ own: { invisible, leaves_visits: leaves } }: { own: OwnProfile }) {
  const t = useTexts("visitors");
  const textOfShown = invisible ? "own_invisible" : "own_shown";
  const textKey = leaves ? textOfShown : "own_hidden";
  return (
    <div className="-mt-3 mb-6 flex max-w-prose flex-col gap-2 text-muted">
      <p>{rich(t(textKey), { settings: linkTo(settingPath("privacy"), "link") })}</p>
      <p className="text-sm">{t("counts")}</p>
    </div>
  );
}

function NoVisitors({ own }: { own: OwnProfile }) {
  const t = useTexts("visitors");
  const shell = useTexts("shell");
  const { missing } = own.completeness;
  const asksForMore = missing.includes("photo") || missing.includes("about_me");
  return (
    <EmptyState
      icon={<Eye aria-hidden className="size-8" />}
      title={t("empty.title")}
      text={t(asksForMore ? "empty.text" : "empty.text_complete")}
    >
      <ButtonLink to="/profile">{t("empty.profile")}</ButtonLink>
      <OutlineLink to="/members">{shell("nav.members")}</OutlineLink>
    </EmptyState>
  );
}

type CardProps = { visit: Visit; isNew: boolean; today: string; eager: boolean };

function VisitorCard({ visit: { member, visited_on }, isNew, today, eager }: CardProps) {
  const t = useTexts("visitors");
  const days = daysAgo(visited_on, today);
  return (
    <MemberCard
      member={member}
      eager={eager}
      mark={isNew ? <span className="card-mark card-mark-new">{t("new")}</span> : null}
    >
      {days > 1 ? <p className="text-muted text-sm">{t("days_ago", { count: days })}</p> : undefined}
    </MemberCard>
  );
}

/** The number of cards on a first screen: their photos are fetched at once. */
const firstScreen = 6;

/** Lists who visited the member's profile in the last 90 days, except visitors who hide it. */
export default function Visitors({ loaderData: { visits: loaded, cursor: from, own, today } }: Route.ComponentProps) {
  const t = useTexts("visitors");
  const { visits, cursor, state, load, list } = useVisitors(loaded, from);
  const fresh = useMarkVisitorsSeen(visits);
  return (
    <Screen title={t("title")}>
      <OwnVisits own={own} />
      {visits.length === 0 ? (
        <NoVisitors own={own} />
      ) : (
        <div ref={list}>
          {groupVisits(visits, today).map(({ span, visits: group }) => (
            <Section title={t(`spans.${span}`)} key={span} className="mb-8">
              <CardGrid>
                {group.map((visit) => (
                  <VisitorCard
                    key={visit.member.id}
                    visit={visit}
                    isNew={visit.visit_new || fresh.has(visit.member.id)}
                    today={today}
                    eager={visits.indexOf(visit) < firstScreen}
                  />
                ))}
              </CardGrid>
            </Section>
          ))}
        </div>
      )}
      <div role="status">{state === "failed" ? <Notice tone="bad">{t("more_failed")}</Notice> : null}</div>
      {cursor === null ? null : (
        <p className="mt-8 text-center">
          <NextPageLink
            to={`/visitors?cursor=${encodeURIComponent(cursor)}`}
            pending={state === "loading"}
            onLoad={load}
          >
            {t("more")}
          </NextPageLink>
        </p>
      )}
    </Screen>
  );
}

/** Marks listed visitors as seen on the server. Returns the new ones, who keep their mark while the page is open. */
function useMarkVisitorsSeen(visits: readonly Visit[]): ReadonlySet<string> {
  const [newSinceOpened, setNewSinceOpened] = useState<ReadonlySet<string>>(new Set());
  useMarkSeen(listUnmarked(visits, newSinceOpened), async (ids) => {
    setNewSinceOpened((previous) => new Set([...previous, ...ids]));
    const { new_visitors } = await callByItself(seeVisitors, { body: { ids } });
    return { new_visitors };
  });
  return newSinceOpened;
}
