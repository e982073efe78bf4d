import { Link } from "react-router";
import type { Card } from "#contract/profiles.ts";
import { useSignupLink } from "#web/account/signup-link/use-signup-link.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { type Filters, searchPath } from "./filters.ts";
import { chosenOnPage } from "./last-search.ts";
import type { Total } from "./use-draft-count.ts";

/**
 * Explains why the number of cards differs from the total: more members come with the next page (`more`), and invented
 * profiles are shown but not counted (D11.1). Renders nothing if the two agree.
 */
export function CountNotes({ members, total, more }: { members: readonly Card[]; total: Total; more: boolean }) {
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

/** R6.02: tells a visitor who sees only the first page how many members there are, with a link to sign up. */
export function SignupCard({ shown, total }: { shown: number; total: Total }) {
  const t = useTexts("members");
  const format = useFormat();
  const signup = useSignupLink();
  const counts = { shown: format.number(shown), total: format.number(total.count) };
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

/** Says that the best-match list ends before all members are compared (D4.3), and links to another order. */
export function RankedEnd({ ranked, filters }: { ranked: number; filters: Filters }) {
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
