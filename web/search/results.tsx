import { Fragment } from "react";
import { Link } from "react-router";
import type { Card } from "#contract/profiles.ts";
import { useSignupLink } from "#web/account/signup-link/use-signup-link.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { MemberCard, useShowsNote } from "#web/member-parts/member-card.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { CardGrid } from "#web/ui/card-grid.tsx";
import { NextPageLink } from "#web/ui/next-page-link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { defaultSort, type Filters, searchPath } from "./filters.ts";
import { chosenOnPage } from "./last-search.ts";
import type { Total } from "./use-draft-count.ts";
import { useMoreResults } from "./use-more-results.ts";

type Props = {
  filters: Filters;
  members: readonly Card[];
  total: Total;
  nextCursor: string | null;
  /** For the best-match order: how many members were ranked, if more fit. */
  ranked: number | null;
  /** The viewer is a visitor who sees only the first page. */
  firstPageOnly: boolean;
};

/** The cards of the first screen; their photos load at once. */
const firstScreen = 6;

/** The members found, and a link to more. The link works without scripts; with scripts it appends to the list. */
export function Results({ firstPageOnly, ranked, total, ...props }: Props) {
  const t = useTexts("members");
  const nextCursor = firstPageOnly ? null : props.nextCursor;
  const showsDistances = useShowsNote()("distance") && (props.filters.sort ?? defaultSort) === "for_you";
  const { members, cursor, state, addedCount, load, list, cardsEnd, listEnd, saveOpenedCard } = useMoreResults({
    ...props,
    nextCursor,
  });
  const lines = showsDistances ? findDistanceLines(members) : none;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only notes where the links inside lead
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes where the links inside lead
    <div ref={list} onClick={(event) => saveOpenedCard(event.target)}>
      <CardGrid label={t("search.results")}>
        {members.map((member, index) => (
          <Fragment key={member.id}>
            {lines.has(member.id) ? <DistanceLine far={isFar(member)} /> : null}
            <MemberCard member={member} eager={index === 0 ? "first" : index < firstScreen} />
          </Fragment>
        ))}
      </CardGrid>
      <div ref={cardsEnd} role="status">
        {state === "failed" ? (
          <div className="mt-5">
            <Notice tone="bad">{t("search.more_failed")}</Notice>
          </div>
        ) : addedCount > 0 ? (
          // the total makes the messages of two pages of equal size differ
          <p className="sr-only">{t("search.more_came", { count: addedCount, total: members.length })}</p>
        ) : null}
      </div>
      <CountNotes members={members} total={total} more={cursor !== null} />
      {cursor === null ? null : (
        <p ref={listEnd} className="mt-4 text-center">
          <NextPageLink to={searchPath(props.filters, cursor)} pending={state === "loading"} onLoad={load}>
            {t("search.more")}
          </NextPageLink>
        </p>
      )}
      {cursor === null && ranked !== null ? <RankedEnd ranked={ranked} filters={props.filters} /> : null}
      {firstPageOnly && props.nextCursor !== null ? (
        <SignupCard listedCount={members.filter((member) => !member.fictional).length} total={total} />
      ) : null}
    </div>
  );
}

/** Members further away have no distance on their cards; up to this many kilometres they have one (D4.5). */
const around = 100;
const isFar = ({ distance }: Card) => distance === "further";
const none: ReadonlySet<string> = new Set();

/**
 * In the order "for you" those around come first, then others, and both again for those who were not here lately: a
 * line above a card says that the distance changes. None is above the first card, which a small phone has no room for:
 * each card has its place.
 */
function findDistanceLines(members: readonly Card[]): ReadonlySet<string> {
  const lines = new Set<string>();
  let wasFar: boolean | null = null;
  for (const member of members) {
    if (member.distance === null) continue;
    if (wasFar !== null && isFar(member) !== wasFar) lines.add(member.id);
    wasFar = isFar(member);
  }
  return lines;
}

function DistanceLine({ far }: { far: boolean }) {
  const t = useTexts("members");
  const format = useFormat();
  const distance = format.distance(around);
  return (
    <li className="col-span-full mt-2 border-line border-t pt-3 font-semibold text-muted">
      {far ? t("search.further", { distance }) : t("filter.within", { distance })}
    </li>
  );
}

/** `more`: with the next page. Invented profiles are shown but not counted. */
function CountNotes({ members, total, more }: { members: readonly Card[]; total: Total; more: boolean }) {
  const t = useTexts("members");
  const format = useFormat();
  const fictionalCount = members.filter((member) => member.fictional).length;
  if (!more && fictionalCount === 0) return null;
  const counts = { shown: format.number(members.length - fictionalCount), total: format.number(total.count) };
  const notes = [
    more ? t(total.capped ? "visitor.more_title_capped" : "visitor.more_title", counts) : "",
    fictionalCount > 0 ? t("search.invented", { count: fictionalCount }) : "",
  ].filter((words) => words !== "");
  return (
    <div className="mt-6 text-center text-muted text-sm">
      {notes.map((words) => (
        <p key={words}>{words}</p>
      ))}
    </div>
  );
}

/** Tells a visitor who sees only the first page how many members there are, with a link to sign up. */
function SignupCard({ listedCount, total }: { listedCount: number; total: Total }) {
  const t = useTexts("members");
  const format = useFormat();
  const signup = useSignupLink();
  const counts = { shown: format.number(listedCount), total: format.number(total.count) };
  return (
    <section aria-labelledby="more-members" className="surface-card mx-auto mt-8 max-w-xl p-6 text-center">
      <h2 id="more-members" className="text-xl">
        {t(total.capped ? "visitor.more_title_capped" : "visitor.more_title", counts)}
      </h2>
      <p className="mt-2 text-muted">{t("visitor.more_text")}</p>
      <p className="mt-5 flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
        <ButtonLink to={signup()} size="large">
          {t("visitor.more")}
        </ButtonLink>
        <ButtonLink to="/login?next=/members" look="quiet">
          {t("visitor.log_in")}
        </ButtonLink>
      </p>
    </section>
  );
}

/** Says that the best-match list ends before all members are compared, and links to another order. */
function RankedEnd({ ranked, filters }: { ranked: number; filters: Filters }) {
  const t = useTexts("members");
  return (
    <div className="surface-card mx-auto mt-8 max-w-xl p-5 text-center">
      <p>{t("search.ranked_end", { count: ranked })}</p>
      <Link
        to={searchPath({ ...filters, sort: "active" })}
        state={chosenOnPage}
        className="link mt-1 inline-flex min-h-11 items-center"
      >
        {t("search.ranked_end_on")}
      </Link>
    </div>
  );
}
