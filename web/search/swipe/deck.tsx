import { Heart, Undo2, X } from "lucide-react";
import { type ComponentProps, type ReactNode, useCallback, useDeferredValue, useId, useRef, useState } from "react";
import type { DeckCard } from "#contract/swipe.ts";
import { useDismissal } from "#web/lib/dismissals.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useEvents } from "#web/lib/use-events.ts";
import { animateOut } from "./card-motion.ts";
import type { Direction } from "./gesture-rules.ts";
import { type Place, SwipeCard } from "./swipe-card.tsx";
import { useAfterFrame } from "./use-after-frame.ts";

/** Cards that are rendered: the top one and two below it. */
const maxMounted = 3;

type Leaving = { member: DeckCard; to: Direction };

/** The cards that are leaving, and the side to which each card left, in case it returns. */
function useLeaving() {
  const [leaving, setLeaving] = useState<readonly Leaving[]>([]);
  const sides = useRef(new Map<string, Direction>());
  const start = useCallback((member: DeckCard, to: Direction) => {
    sides.current.set(member.id, to);
    setLeaving((before) => [...before.filter((card) => card.member.id !== member.id), { member, to }]);
  }, []);
  const onLeft = useCallback((id: string) => {
    setLeaving((before) => before.filter(({ member }) => member.id !== id));
  }, []);
  return { leaving, start, onLeft, sideOf: (id: string) => sides.current.get(id) };
}

type Props = {
  cards: readonly DeckCard[];
  undoable: string | null;
  /** Whether the top card can go there; if not, the page says why. */
  accepts: (to: Direction) => boolean;
  onSwipe: (to: Direction) => void;
  onUndo: () => void;
  onOpen: () => void;
  /** Why the member can't like, shown on the top card; null if they can. */
  spent: ReactNode;
  children: ReactNode;
};

/** How to play, until the first swipe or until it is closed. The deck's description has the same for screen readers. */
function HowToPlay({ onClose }: { onClose: () => void }) {
  const t = useTexts("swipe");
  const shell = useTexts("shell");
  return (
    <div className="swipe-how" data-alert="hide-swipe-hint">
      <p className="min-w-0 grow py-1.5">{t("how")}</p>
      <button
        type="button"
        className="icon-button shrink-0"
        aria-label={shell("close")}
        data-dismiss="hide-swipe-hint"
        onClick={onClose}
      >
        <X aria-hidden className="size-5" />
      </button>
    </div>
  );
}

/** A button with its word below it. */
function Choice({ value, ...rest }: Omit<ComponentProps<"button">, "value"> & { value: Direction | "undo" }) {
  const t = useTexts("swipe");
  return (
    <div className="swipe-choice">
      <button type="submit" name="swipe" value={value} {...rest} />
      <span aria-hidden="true">{t(`words.${value}`)}</span>
    </div>
  );
}

/** What uses keys itself while it has the focus. */
const control = "a, button, input, select, textarea, summary, dialog, [popover], [role]";

/** The stack and its buttons. Arrow keys and Z work unless a control outside of it has the focus. */
export function Deck({ cards, undoable, accepts, onSwipe, onUndo, onOpen, spent, children }: Props) {
  const t = useTexts("swipe");
  const hint = useId();
  const reason = useId();
  const stack = useRef<HTMLElement>(null);
  const game = useRef<HTMLDivElement>(null);
  const { leaving, start, onLeft, sideOf } = useLeaving();
  const top = cards[0];
  const isLast = cards.length === 1;
  const { dismissed: knowsHow, dismiss: dismissHowTo } = useDismissal("hide-swipe-hint", useMember()?.id);

  const { runLater, finish } = useAfterFrame();
  const swipeTop = (to: Direction) => {
    if (top === undefined || !accepts(to)) return false;
    const card = stack.current?.querySelector<HTMLElement>('[data-place="0"]');
    // the card leaves with the next frame; the others follow after it
    if (card) animateOut(card, to);
    runLater(() => {
      onSwipe(to);
      if (!knowsHow) dismissHowTo();
      // the focused link leaves with its card, and with the last card the buttons: the focus moves to the stack
      const leavesWithCard = isLast ? "[data-swipe], .swipe-buttons" : "[data-swipe]";
      if (document.activeElement?.closest(leavesWithCard)) stack.current?.focus({ preventScroll: true });
      start(top, to);
    });
    return true;
  };
  const undoLast = () => {
    if (undoable !== null) onUndo();
  };
  // a press may come before the last one is drawn: it acts on the deck as it is then
  const latest = useRef({ swipeTop, undoLast });
  latest.current = { swipeTop, undoLast };
  const swipe = useCallback(
    (to: Direction) => {
      finish();
      return latest.current.swipeTop(to);
    },
    [finish],
  );
  const undo = () => {
    finish();
    latest.current.undoLast();
  };
  useEvents("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const focused = event.target instanceof Element ? event.target.closest(control) : null;
    if (focused !== null && !game.current?.contains(focused)) return;
    if (event.key === "ArrowRight") swipe("like");
    else if (event.key === "ArrowLeft") swipe("pass");
    else if (event.key.toLowerCase() === "z") undo();
    else return;
    event.preventDefault();
  });

  // the card that comes in below the others is almost hidden: it is rendered once the swipe is shown
  const rendered = useDeferredValue(cards).slice(0, maxMounted);
  const shownCards = cards
    .slice(0, maxMounted)
    .filter((card, place) => place < maxMounted - 1 || rendered.includes(card));
  const ids = new Set(shownCards.map(({ id }) => id));
  const stackedCards: { member: DeckCard; place: Place }[] = [];
  for (const { member, to } of leaving) {
    // a card that came back by an undo is in the deck again
    if (!ids.has(member.id)) stackedCards.push({ member, place: to });
  }
  for (const [index, member] of shownCards.entries()) stackedCards.push({ member, place: index as Place });
  return (
    <div ref={game} className="swipe-game">
      <section
        ref={stack}
        tabIndex={-1}
        className="swipe-deck"
        data-empty={top === undefined || undefined}
        aria-label={t("deck")}
        aria-describedby={hint}
      >
        {top === undefined ? children : null}
        {top === undefined || spent !== null || knowsHow ? null : <HowToPlay onClose={dismissHowTo} />}
        {stackedCards.map(({ member, place }) => (
          <SwipeCard
            key={member.id}
            member={member}
            place={place}
            returns={typeof place === "string" ? undefined : sideOf(member.id)}
            onSwipe={swipe}
            onLeft={onLeft}
            onOpen={onOpen}
          />
        ))}
        <div id={reason} className="swipe-reason">
          {top === undefined ? null : spent}
        </div>
      </section>
      <p id={hint} className="sr-only">
        {t("hint")}
      </p>
      {/* posted before the page is hydrated, or without scripts; an empty deck has nothing to like or pass */}
      {top === undefined && undoable === null ? null : (
        <form
          method="post"
          className="swipe-buttons"
          onSubmit={(event) => {
            event.preventDefault();
            const { submitter } = event.nativeEvent as SubmitEvent;
            const pressed = submitter?.getAttribute("value");
            if (pressed === "like" || pressed === "pass") swipe(pressed);
            else undo();
          }}
        >
          <input type="hidden" name="member" value={top?.id ?? ""} />
          <input type="hidden" name="undoable" value={undoable ?? ""} />
          {top === undefined ? null : (
            <Choice
              value="pass"
              className="swipe-button swipe-button-pass"
              aria-keyshortcuts="ArrowLeft"
              aria-label={t("pass", { name: top.name })}
            >
              <X aria-hidden className="size-8" />
            </Choice>
          )}
          <Choice
            value="undo"
            className="swipe-button"
            aria-keyshortcuts="Z"
            aria-label={t("undo")}
            aria-disabled={undoable === null || undefined}
          >
            <Undo2 aria-hidden className="size-6" />
          </Choice>
          {top === undefined ? null : (
            <Choice
              value="like"
              className="swipe-button swipe-button-like"
              aria-keyshortcuts="ArrowRight"
              aria-label={t("like", { name: top.name })}
              aria-disabled={spent !== null || undefined}
              aria-describedby={spent === null ? undefined : reason}
            >
              <Heart aria-hidden className="size-8 fill-current" />
            </Choice>
          )}
        </form>
      )}
    </div>
  );
}
