import { type Direction, findLeaveProgress } from "./gesture-rules.ts";

/** Milliseconds that a card takes to leave; with reduced motion it fades. */
const leaveMs = 220;
const enterMs = 240;
const fadeMs = 100;
/** Degrees that a card turns on its way out, and while it is dragged over a tenth of its width. */
const leaveTurn = 18;
const turnPerWidth = 20;

const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const findSign = (to: Direction) => (to === "like" ? 1 : -1);

/** The transform of a turned card that is out of view. In per cent, because reading the card's width costs a layout. */
const composeOutsideTransform = (to: Direction) =>
  `translate(calc(${findSign(to)} * (50vw + 100%)), 0px) rotate(${findSign(to) * leaveTurn}deg)`;

const findStamp = (card: HTMLElement, to: Direction) => card.querySelector<HTMLElement>(`[data-stamp="${to}"]`);

function showStamp(card: HTMLElement, to: Direction, opacity: number): void {
  for (const direction of ["like", "pass"] as const) {
    const mark = findStamp(card, direction);
    if (mark) mark.style.opacity = direction === to ? String(opacity) : "0";
  }
}

/** The animations are paused, and the drag sets their time: cheaper than inline styles, which match all rules anew. */
export type CardDrag = {
  card: HTMLElement;
  width: number;
  /** The offset of a card that is still moving back: the drag starts from there. */
  startOffset: number;
  at: { dx: number; dy: number };
  below: HTMLElement | null;
  sideways: Animation;
  upAndDown: Animation;
  /** The card below comes nearer. The third one stays: it is almost hidden, and costs as much as the others. */
  nearer: Animation | null;
  stamps: Record<Direction, Animation | null>;
};

/** The transform of the second card, which comes nearer as the first one leaves. */
const composeNearerTransform = (progress: number) =>
  `translateY(${4 * (1 - progress)}%) scale(${0.95 + 0.05 * progress})`;

/** The length of each scrubbed animation in milliseconds: its time goes from 0 to this. */
const scrubMs = 1000;
/** How far a finger can drag a card to either side, in widths of the card. */
const reach = 3;

function createPausedAnimation(element: HTMLElement, keyframes: Keyframe[]): Animation {
  const animation = element.animate(keyframes, { duration: scrubMs, fill: "both" });
  animation.pause();
  return animation;
}

/** Moves a paused animation to `share`, from 0 to 1, of its length; does nothing if it is there already. */
function scrub(animation: Animation | null, share: number): void {
  const time = share * scrubMs;
  if (animation && animation.currentTime !== time) animation.currentTime = time;
}

const findTurn = (dx: number, width: number) => (prefersReducedMotion() ? 0 : (dx / width) * turnPerWidth);

export function startDrag(card: HTMLElement): CardDrag {
  const startOffset = new DOMMatrixReadOnly(getComputedStyle(card).transform).m41;
  const width = card.offsetWidth;
  const farthest = reach * width;
  const farthestTurn = findTurn(farthest, width);
  const below = card.parentElement?.querySelector<HTMLElement>('[data-place="1"]') ?? null;
  const animateAppearance = (mark: HTMLElement | null) =>
    mark && createPausedAnimation(mark, [{ opacity: 0 }, { opacity: 1 }]);
  const drag = {
    card,
    width,
    startOffset,
    at: { dx: 0, dy: 0 },
    below,
    sideways: createPausedAnimation(card, [
      { transform: `translateX(${-farthest}px) rotate(${-farthestTurn}deg)` },
      { transform: `translateX(${farthest}px) rotate(${farthestTurn}deg)` },
    ]),
    upAndDown: createPausedAnimation(card, [
      { translate: `0 ${-farthest / 4}px` },
      { translate: `0 ${farthest / 4}px` },
    ]),
    nearer:
      below &&
      createPausedAnimation(below, [
        { transform: composeNearerTransform(0) },
        { transform: composeNearerTransform(1) },
      ]),
    stamps: { like: animateAppearance(findStamp(card, "like")), pass: animateAppearance(findStamp(card, "pass")) },
  };
  // last, because the browser then styles the card again
  card.dataset.dragged = "";
  return drag;
}

/** Moves the card with the finger. Only transforms and opacity change: the compositor draws them without a layout. */
export function moveCard(drag: CardDrag, dx: number, dy: number): void {
  const { width, sideways, upAndDown, nearer, stamps } = drag;
  drag.at = { dx, dy };
  const toShare = (offset: number) => 0.5 + offset / (2 * reach * width);
  scrub(sideways, toShare(dx));
  scrub(upAndDown, toShare(dy));
  const progress = findLeaveProgress(dx, width);
  scrub(nearer, progress);
  scrub(stamps.like, dx > 0 ? progress : 0);
  scrub(stamps.pass, dx < 0 ? progress : 0);
}

/** Sets inline styles: from there the style sheet moves them on. `commitStyles` would style the page each time. */
export function releaseCard({ card, width, at, below, sideways, upAndDown, nearer, stamps }: CardDrag): void {
  card.style.transform = `translateX(${at.dx}px) rotate(${findTurn(at.dx, width)}deg)`;
  card.style.translate = `0 ${at.dy / 4}px`;
  if (below) below.style.transform = composeNearerTransform(findLeaveProgress(at.dx, width));
  for (const animation of [sideways, upAndDown, nearer, stamps.like, stamps.pass]) animation?.cancel();
  // a transition starts from what the browser has seen
  void getComputedStyle(card).opacity;
}

/** Lets the style sheet move a released card, and those below, back to their places. */
export function endDrag(card: HTMLElement): void {
  delete card.dataset.dragged;
  for (const cardElement of card.parentElement?.querySelectorAll<HTMLElement>("[data-place]") ?? []) {
    // animations of a drag that ended because the member swiped the card by a key
    for (const animation of cardElement.getAnimations({ subtree: true })) {
      if (animation.playState === "paused") animation.cancel();
    }
    cardElement.style.removeProperty("transform");
    cardElement.style.removeProperty("translate");
  }
  showStamp(card, "like", 0);
}

const leavingCards = new WeakMap<HTMLElement, Animation>();

function createWayOut(card: HTMLElement, to: Direction): Animation {
  if (prefersReducedMotion()) return card.animate([{}, { opacity: 0 }], { duration: fadeMs, fill: "forwards" });
  return card.animate([{}, { transform: composeOutsideTransform(to) }], {
    duration: leaveMs,
    easing: "cubic-bezier(0.3, 0.1, 0.7, 0.7)",
    fill: "forwards",
  });
}

/** A card that is leaving already goes on: its press started it, React draws the deck after that frame. */
export function animateOut(card: HTMLElement, to: Direction): Animation {
  const started = leavingCards.get(card);
  if (started !== undefined && started.playState !== "idle") return started;
  delete card.dataset.dragged;
  showStamp(card, to, 1);
  const animation = createWayOut(card, to);
  leavingCards.set(card, animation);
  return animation;
}

export function animateIn(card: HTMLElement, from: Direction): Animation {
  if (prefersReducedMotion()) return card.animate([{ opacity: 0 }, {}], { duration: fadeMs });
  return card.animate([{ transform: composeOutsideTransform(from) }, {}], {
    duration: enterMs,
    easing: "cubic-bezier(0.2, 0.9, 0.3, 1)",
  });
}
