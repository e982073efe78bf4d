import { type Ref, useEffect, useRef, useState } from "react";
import { hourMs } from "#contract/durations.ts";
import { type DeckCard, getDeck, type SwipeLikes, swipeMember, undoSwipe } from "#contract/swipe.ts";
import { createAction, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useFormatPlace } from "#web/member-parts/member-card.tsx";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { composeAddress, matchFinderPath } from "#web/search/match-finder/questions.ts";
import { WithoutConsent } from "#web/search/without-consent.tsx";
import { Button, ButtonLink, OutlineLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PostedError } from "#web/ui/form-error.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useToast } from "#web/ui/toast.tsx";
import type { Route } from "./+types/swipe-game.ts";
import { Deck } from "./deck.tsx";
import type { Direction } from "./gesture-rules.ts";
import { useWhere } from "./swipe-card.tsx";
import { type Problem, useDeck } from "./use-deck.ts";

/** If new likes come within this many milliseconds, the time alone is clear; else the date is shown. */
const soonMs = 26 * hourMs;

/** Tells when there are new likes: the time, or the date if it is not the next midnight, as after a journey. */
function useRenewal({ renewed_at: at, now }: SwipeLikes): { on: "" | "_on"; time: string } {
  const format = useFormat();
  const isSoon = Date.parse(at) - Date.parse(now) <= soonMs;
  return { on: isSoon ? "" : "_on", time: isSoon ? format.time(at) : format.date(at) };
}

/** "2 of 4 likes left, new ones at 00:00" (R9.01). `hidden`: no card can be liked, and this line only keeps room. */
function LikesLeft({ likes, left, hidden }: { likes: SwipeLikes; left: number; hidden: boolean }) {
  const t = useTexts("swipe");
  const { on, time } = useRenewal(likes);
  return (
    <p className={`text-muted tabular-nums ${hidden ? "invisible" : ""}`}>
      {t(on === "" ? "left" : "left_on", { count: left, total: likes.per_day, time })}
    </p>
  );
}

/** Says on the top card that no likes are left, and when there are new ones. */
function LikesSpent({ likes, ref }: { likes: SwipeLikes; ref: Ref<HTMLParagraphElement> }) {
  const t = useTexts("swipe");
  const { on, time } = useRenewal(likes);
  return (
    <p ref={ref} className="swipe-spent">
      <strong className="block font-bold text-ink">{t("spent.title")}</strong>
      <span>{t(on === "" ? "spent.text" : "spent.text_on", { time })}</span> <span>{t("spent.profiles")}</span>
    </p>
  );
}

export const handle: ScreenHandle = {
  who: "members",
  texts: ["facts", "match-finder", "swipe"],
  daily: "finding",
  mood: "browsing",
};

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageOf(context);
  const user = await page.member();
  const deck = await page.load(getDeck);
  const withoutConsent = deck.members.length === 0 && user.lacks_consent;
  return { ...deck, withoutConsent };
}

/** Sends a button that was pressed without scripts or before they ran. */
export const action = createAction(
  async (call, { member = "", undoable = "", swipe }) => {
    if (swipe === "like" || swipe === "pass") await call(swipeMember, { body: { id: member, like: swipe === "like" } });
    // without a swipe to undo the button does nothing
    else if (undoable !== "") await call(undoSwipe, { body: { id: undoable } });
  },
  (_, { context }) => pageOf(context).path,
);

type Announced = { what: "liked" | "passed" | "back" | "spent"; name: string } | null;

function NextWords({ member }: { member: DeckCard }) {
  const t = useTexts("swipe");
  const { name, age } = member;
  const place = useFormatPlace()(member);
  return (
    <>
      <span>{place === "" ? t("said.next", { name, age }) : t("said.next_at", { name, age, place })}</span>{" "}
      <MemberLabel member={member} />
    </>
  );
}

/** "Liked Anna. Next: Eva, 34, Gent": tells screen readers what the cards show. */
function Announcement({ said, next }: { said: Announced; next: DeckCard | undefined }) {
  const t = useTexts("swipe");
  return (
    <div role="status" className="sr-only">
      {said === null ? null : (
        <p>
          <span>{said.what === "spent" ? t("spent.title") : t(`said.${said.what}`, { name: said.name })}</span>{" "}
          {said.what === "spent" || next === undefined ? null : <NextWords member={next} />}
        </p>
      )}
    </div>
  );
}

function useShowProblem(): (problem: Problem) => void {
  const t = useTexts("swipe");
  const toast = useToast();
  return ({ kind, member, code }) => {
    const name = member?.name ?? "";
    if (code === "swipe_is_match") toast({ title: t("problem.is_match"), tone: "plain" });
    else if (code === "swipe_likes_spent") toast({ title: t("spent.title"), tone: "bad" });
    else if (kind === "undo") toast({ title: t("problem.undo"), tone: "bad" });
    else if (code === "profile_not_found" || code === "blocked_by_you") {
      toast({ title: t("problem.gone", { name }), tone: "plain" });
    } else toast({ title: t("problem.swipe", { name }), tone: "bad" });
  };
}

/** A deck of members to like or pass, four likes a day (R9.01, D5.2). */
export default function SwipeGame({ loaderData }: Route.ComponentProps) {
  const t = useTexts("swipe");
  const showProblem = useShowProblem();
  const deck = useDeck(loaderData, { onProblem: showProblem });
  const { cards, likes, left, last, fetching, beyond, leftOut } = deck;
  const where = useWhere();
  // the page brings these words, as the first country's name would take a phone 50 ms of the first swipe (0078)
  cards.forEach(where);
  const [announced, setAnnounced] = useState<Announced>(null);

  const spentText = useRef<HTMLParagraphElement>(null);
  const name = cards[0]?.name ?? "";
  const accepts = (to: Direction) => {
    if (to === "pass" || left > 0) return true;
    setAnnounced({ what: "spent", name });
    spentText.current?.scrollIntoView({ block: "nearest" });
    return false;
  };
  const onSwipe = (to: Direction) => {
    setAnnounced({ what: to === "like" ? "liked" : "passed", name });
    deck.swipe(to);
  };
  const onUndo = () => {
    if (last?.member) setAnnounced({ what: "back", name: last.member.name });
    deck.undo();
  };
  const spent = left === 0 && cards.length > 0;
  // the card may be scrolled out of sight, because the buttons stay in sight
  useEffect(() => {
    if (spent) spentText.current?.scrollIntoView({ block: "nearest" });
  }, [spent]);
  const { returned } = deck;
  // Back from a profile: the focus is on its card again
  useEffect(() => {
    if (returned) document.querySelector<HTMLElement>('[data-place="0"] a')?.focus({ preventScroll: true });
  }, [returned]);

  return (
    <div className="swipe-page container py-3 md:py-8">
      <PageTitle title={t("title")} />
      <div className="mb-2 text-center md:mb-4">
        <h1 className="swipe-heading text-2xl md:text-3xl">{t("title")}</h1>
        <LikesLeft likes={likes} left={left} hidden={spent || cards.length === 0} />
      </div>
      <PostedError />
      <Deck
        cards={cards}
        undoable={last?.id ?? null}
        accepts={accepts}
        onSwipe={onSwipe}
        onUndo={onUndo}
        onOpen={deck.saveOpenedCard}
        spent={spent ? <LikesSpent likes={likes} ref={spentText} /> : null}
      >
        {loaderData.withoutConsent ? (
          <WithoutConsent />
        ) : (
          <DeckEnd fetching={fetching} beyond={beyond} leftOut={leftOut} onRetry={deck.deal} />
        )}
      </Deck>
      <Announcement said={announced} next={cards[0]} />
    </div>
  );
}

type Props = { fetching: "no" | "yes" | "failed"; beyond: boolean; leftOut: boolean; onRetry: () => void };

/**
 * The end of the deck, with links to go on; without an icon, so that the button below it stays in sight. Preferences
 * are widened only if the member chooses so.
 */
function DeckEnd({ fetching, beyond, leftOut, onRetry }: Props) {
  const t = useTexts("swipe");
  const shell = useTexts("shell");
  if (fetching === "yes") return <Skeleton className="size-full min-h-80" />;
  if (fetching === "failed") {
    return (
      <div className="flex flex-col items-center gap-4">
        <Notice tone="bad">{t("more_failed")}</Notice>
        <Button onClick={onRetry}>{t("retry")}</Button>
      </div>
    );
  }
  const words = [t(beyond ? "narrow.text" : "empty.text"), leftOut ? t("left_out") : ""].join(" ").trim();
  if (beyond) {
    return (
      <EmptyState title={t("empty.title")} text={words}>
        <ButtonLink to={composeAddress("age")}>{t("narrow.widen")}</ButtonLink>
        <OutlineLink to="/members">{shell("nav.members")}</OutlineLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t("empty.title")} text={words}>
      <ButtonLink to="/members">{shell("nav.members")}</ButtonLink>
      <OutlineLink to={matchFinderPath}>{t("empty.match_finder")}</OutlineLink>
    </EmptyState>
  );
}
