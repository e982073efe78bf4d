import { Link } from "react-router";
import type { Card } from "#contract/profiles.ts";
import { useSignupLink } from "#web/account/signup-link/use-signup-link.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { composeSignupPath, MemberCard } from "#web/member-parts/member-card.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { CardGrid } from "#web/ui/card-grid.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { type Filters, searchPath } from "./filters.ts";
import { CountNotes, RankedEnd, SignupCard } from "./results-end.tsx";
import type { Total } from "./use-draft-count.ts";
import { useMoreResults } from "./use-more-results.ts";

type Props = {
  filters: Filters;
  members: readonly Card[];
  total: Total;
  nextCursor: string | null;
  /** For the best-match order: how many members were ranked, if more fit. */
  ranked: number | null;
  /** The viewer is a visitor who sees only the first page (R6.02). */
  firstPageOnly: boolean;
};

/** The cards of the first screen; their photos load at once. */
const firstScreen = 6;

/** The members found, and a link to more. The link works without scripts; with scripts it appends to the list. */
export function Results({ firstPageOnly, ranked, total, ...props }: Props) {
  const t = useTexts("members");
  const signup = useSignupLink();
  const visitor = useMember() === null;
  const nextCursor = firstPageOnly ? null : props.nextCursor;
  const { members, cursor, state, addedCount, load, list, listEnd, saveOpenedCard } = useMoreResults({
    ...props,
    nextCursor,
  });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only notes where the links inside lead
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes where the links inside lead
    <div ref={list} onClick={(event) => saveOpenedCard(event.target)}>
      <CardGrid label={t("search.results")}>
        {members.map((member, index) => (
          <MemberCard
            key={member.id}
            member={member}
            eager={index === 0 ? "first" : index < firstScreen}
            to={visitor ? signup(composeSignupPath(member)) : undefined}
          />
        ))}
      </CardGrid>
      <div role="status">
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
          <Link
            to={searchPath(props.filters, cursor)}
            rel="next"
            aria-busy={state === "loading" || undefined}
            className={buttonClass({ look: "outline", size: "large" }, "min-w-56 aria-busy:opacity-60")}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              void load({ asked: true });
            }}
          >
            {t("search.more")}
          </Link>
        </p>
      )}
      {cursor === null && ranked !== null ? <RankedEnd ranked={ranked} filters={props.filters} /> : null}
      {firstPageOnly && props.nextCursor !== null ? (
        <SignupCard shown={members.filter((member) => !member.fictional).length} total={total} />
      ) : null}
    </div>
  );
}
