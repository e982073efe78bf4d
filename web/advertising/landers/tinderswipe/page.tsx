import { useAnswer } from "#web/lib/use-answer.ts";
import "./deck.css";
import { Heart, RotateCcw, X } from "lucide-react";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { Link, useHref, useLocation, useSubmit } from "react-router";
import { trackingIn } from "#contract/tracking.ts";
import { withTracking } from "#web/account/signup-link/tracking.ts";
import { Drawing, Lander } from "#web/advertising/landers/lander.tsx";
import { loadLander } from "#web/advertising/landers/load-lander.ts";
import { GenderChoice, SeeksChoice, StartButton, StartForm } from "#web/advertising/landers/start-form.tsx";
import { useSignupTarget } from "#web/advertising/landings/landing-parts.tsx";
import type { ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { Photo } from "#web/ui/photo.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import type { Route } from "./+types/page.ts";
import beach from "./beach.svg?raw";
import { type CardProps, PlainCard } from "./card.tsx";
import cooking from "./cooking.svg?raw";
import { findMatches, type Match } from "./find-matches.ts";
import hiking from "./hiking.svg?raw";
import music from "./music.svg?raw";
import {
  type Answer,
  type Answers,
  isComplete,
  listLiked,
  type Question,
  questions,
  readAnswers,
} from "./questions.ts";
import reading from "./reading.svg?raw";

export const handle: ScreenHandle = {
  who: "visitors",
  texts: ["landers.tinderswipe", "account.question", "landers.common", "landings"],
};

export const loader = (args: Route.LoaderArgs) =>
  loadLander("tinderswipe", args, async (page) => {
    const search = new URL(args.request.url).searchParams;
    const answers = readAnswers(search);
    const afresh = `?${withTracking(new URLSearchParams(), trackingIn(search))}`;
    return { answers, afresh, matches: await findMatches(page, args.request, answers) };
  });

/** The visitor swipes five cards, then sees members who like the same, then the signup. */
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

const scenes: Record<Question, string> = { hiking, cooking, music, beach, reading };

/** Milliseconds for the last card to leave, before the page of matches is loaded. */
const leavesMs = 280;

/** The two buttons are a form, one page an answer; with scripts the page is loaded only after the last card. */
function Deck({ first }: { first: Answers }) {
  const t = useTexts("landers.tinderswipe");
  const submit = useSubmit();
  const { search } = useLocation();
  const action = useHref({ search: "" });
  const form = useRef<HTMLFormElement>(null);
  const [answers, setAnswers] = useState(first);
  // if the script can't be loaded, the buttons do the same
  const Card = useAnswer("drag", () => import("./drag-card.tsx"))?.answer?.DragCard ?? PlainCard;
  const top = questions.find((code) => answers[code] === undefined);
  const isDone = isComplete(answers);

  // not by `useTimeout`: its script comes with what members need
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => void submit(form.current, { replace: true }), leavesMs);
    return () => clearTimeout(timer);
  }, [isDone, submit]);
  const answer = useCallback(
    (choice: Answer) => {
      if (top !== undefined) setAnswers((all) => ({ ...all, [top]: choice }));
      return top !== undefined;
    },
    [top],
  );
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter instanceof HTMLButtonElement) answer(submitter.value === "yes" ? "yes" : "no");
  };
  const number = top === undefined ? questions.length : questions.indexOf(top) + 1;
  return (
    <section className="deck-game">
      <h1>{t("heading")}</h1>
      <p className="deck-number">{t("number", { number, total: questions.length })}</p>
      <div className="deck-stack">
        {questions.map((code, index) => (
          <Card key={code} place={placeOf(code, index, answers, top)} onAnswer={answer}>
            <Drawing svg={scenes[code]} viewBox="0 0 320 320" preserveAspectRatio="xMidYMid slice" aria-hidden="true" />
            <h2>{t(`ask_${code}`)}</h2>
            <span aria-hidden="true" data-stamp="like" className="swipe-stamp swipe-stamp-like">
              {t("yes")}
            </span>
            <span aria-hidden="true" data-stamp="pass" className="swipe-stamp swipe-stamp-pass">
              {t("no")}
            </span>
          </Card>
        ))}
      </div>
      <p className="sr-only" aria-live="polite">
        {top === undefined ? "" : t(`ask_${top}`)}
      </p>
      <form ref={form} method="get" action={action} onSubmit={onSubmit} className="swipe-buttons deck-buttons">
        {Object.entries({ ...answers, ...trackingIn(new URLSearchParams(search)) }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" name={top} value="no" className="swipe-button swipe-button-pass" aria-label={t("no")}>
          <X aria-hidden className="size-8" />
        </button>
        <button type="submit" name={top} value="yes" className="swipe-button swipe-button-like" aria-label={t("yes")}>
          <Heart aria-hidden className="size-8 fill-current" />
        </button>
      </form>
      <p className="deck-hint">{t("hint")}</p>
    </section>
  );
}

function placeOf(code: Question, index: number, answers: Answers, top: Question | undefined): CardProps["place"] {
  const answer = answers[code];
  if (answer !== undefined) return answer === "yes" ? "like" : "pass";
  return index - (top === undefined ? 0 : questions.indexOf(top));
}
