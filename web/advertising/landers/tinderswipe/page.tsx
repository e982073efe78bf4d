import { RotateCcw } from "lucide-react";
import { Link, useLocation } from "react-router";
import { trackingIn } from "#contract/tracking.ts";
import { withTracking } from "#web/account/signup-link/tracking.ts";
import { Lander } from "#web/advertising/landers/lander.tsx";
import { loadLander } from "#web/advertising/landers/load-lander.ts";
import { GenderChoice, SeeksChoice, StartButton, StartForm } from "#web/advertising/landers/start-form.tsx";
import { useSignupTarget } from "#web/advertising/landings/landing-parts.tsx";
import type { ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { Photo } from "#web/ui/photo.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import type { Route } from "./+types/page.ts";
import { Deck } from "./deck.tsx";
import { findMatches, type Match } from "./find-matches.ts";
import { type Answers, isComplete, listLiked, readAnswers } from "./questions.ts";
import "./deck.css";

export const handle: ScreenHandle = {
  who: "visitors",
  texts: ["landers.tinderswipe", "account.question", "landers.common", "landings"],
  listed: "all",
};

export const loader = (args: Route.LoaderArgs) =>
  loadLander("tinderswipe", args, async (page) => {
    const search = new URL(args.request.url).searchParams;
    const answers = readAnswers(search);
    const afresh = `?${withTracking(new URLSearchParams(), trackingIn(search))}`;
    return { answers, afresh, matches: await findMatches(page, args.request, answers) };
  });

/** R2.02: five cards to swipe, then the members who like the same, then the signup. */
export default function TinderSwipe({ loaderData: { lander, answers, afresh, matches } }: Route.ComponentProps) {
  return (
    <Lander loaded={lander}>
      <div className="deck">
        {isComplete(answers) ? <End answers={answers} afresh={afresh} matches={matches} /> : <Deck first={answers} />}
      </div>
    </Lander>
  );
}

type EndProps = { answers: Answers; afresh: string; matches: readonly Match[] };

function End({ answers, afresh, matches }: EndProps) {
  const t = useTexts("landers.tinderswipe");
  const liked = listLiked(answers);
  const swiped = useLocation().key !== "default";
  // the buttons that had the focus are gone
  const heading = useFocus<HTMLHeadingElement>(swiped, { preventScroll: true });
  return (
    <section className="deck-end">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {t(matches.length > 0 ? "found" : "done")}
        </h1>
        <ul className="deck-liked">
          {liked.map((code) => (
            <li key={code}>{t(`${code}`)}</li>
          ))}
        </ul>
        {matches.length > 0 ? (
          <ul className="deck-matches">
            {matches.map((match) => (
              <MatchCard key={match.member.id} match={match} />
            ))}
          </ul>
        ) : null}
        <Link to={{ search: afresh }} className="link deck-again">
          <RotateCcw aria-hidden className="size-4" />
          {t("again")}
        </Link>
      </div>
      <StartForm className="deck-form">
        <h2 className="deck-last">{t("last")}</h2>
        {liked.map((code) => (
          <input key={code} type="hidden" name="interests" value={code} />
        ))}
        <GenderChoice />
        <SeeksChoice />
        <StartButton>{t("go")}</StartButton>
      </StartForm>
    </section>
  );
}

function MatchCard({ match: { member, shares } }: { match: Match }) {
  const t = useTexts("landers.tinderswipe");
  const { to } = useSignupTarget(member.id);
  return (
    <li>
      <Link to={to} className="deck-match">
        <Photo image={member.main_image} alt="" sizes="(min-width: 768px) 220px, 44vw" eager />
        <span className="deck-who">
          <strong>
            <bdi>{member.name}</bdi>, {member.age}
          </strong>
          <span>{shares.map((code) => t(`${code}`)).join(" · ")}</span>
          <MemberLabel member={member} />
        </span>
      </Link>
    </li>
  );
}
