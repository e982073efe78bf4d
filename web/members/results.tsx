import { Link } from "react-router";
import type { Card } from "#contract/profiles.ts";
import { useSession } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { CardGrid } from "#web/ui/card-grid.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { type Filters, searchPath } from "./filters.ts";
import { MemberCard, signUpFor } from "./member-card.tsx";
import { useMoreResults } from "./use-more-results.ts";

type Props = { filters: Filters; members: readonly Card[]; nextCursor: string | null };

/** As many cards as a first screen shows are fetched at once. */
const firstScreen = 6;

/** The members found, and the way to more: a link that works by itself, and appends where there are scripts. */
export function Results(props: Props) {
  const t = useTexts("members");
  const visitor = useSession().user === null;
  const { members, cursor, state, load, list, noteOpened } = useMoreResults(props);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only notes where the links inside lead
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes where the links inside lead
    <div ref={list} onClick={(event) => noteOpened(event.target)}>
      <CardGrid label={t("search.results")}>
        {members.map((member, index) => (
          <MemberCard
            key={member.id}
            member={member}
            eager={index < firstScreen}
            to={visitor ? signUpFor(member) : undefined}
          />
        ))}
      </CardGrid>
      <div role="status">
        {state === "failed" ? (
          <div className="mt-5">
            <Notice tone="bad">{t("search.more_failed")}</Notice>
          </div>
        ) : null}
      </div>
      {cursor === null ? null : (
        <p className="mt-8 text-center">
          {visitor ? (
            <ButtonLink to="/signup" size="large">
              {t("visitor.more")}
            </ButtonLink>
          ) : (
            <Link
              to={searchPath(props.filters, cursor)}
              aria-busy={state === "loading" || undefined}
              className={buttonClass({ look: "outline", size: "large" }, "min-w-56 aria-busy:opacity-60")}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                load();
              }}
            >
              {t("search.more")}
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
