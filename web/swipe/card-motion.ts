import { type Direction, progressOf } from "./gesture-rules.ts";

/** Milliseconds that a card takes to leave; with reduced motion it fades. */
const leaveMs = 220;
const enterMs = 240;
const fadeMs = 100;
/** Degrees that a card turns on its way out, and while it is dragged over a tenth of its width. */
const turned = 18;
const turnPerWidth = 20;

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const signOf = (to: Direction) => (to === "like" ? 1 : -1);

/** The transform of a turned card that is out of view. Its width is the browser's to know: asking costs a layout. */
const outside = (to: Direction) =>
  `translate(calc(${signOf(to)} * (50vw + 100%)), 0px) rotate(${signOf(to) * turned}deg)`;

const stampOf = (card: HTMLElement, to: Direction) => card.querySelector<HTMLElement>(`[data-stamp="${to}"]`);

function stamp(card: HTMLElement, to: Direction, opacity: number): void {
  for (const direction of ["like", "pass"] as const) {
    const mark = stampOf(card, direction);
    if (mark) mark.style.opacity = direction === to ? String(opacity) : "0";
  }
}

/**
 * What a drag moves. Its animations are paused and scrubbed: unlike a changed inline style, an animation's new time has
 * no rule of the style sheets matched again, and a phone has 16 ms for each frame.
 */
export type CardDrag = {
  card: HTMLElement;
  width: number;
  /** The offset of a card that is still moving back: the drag starts from there. */
  from: number;
  /** Where the finger has moved the card, in pixels. */
  at: { dx: number; dy: number };
  below: HTMLElement | null;
  sideways: Animation;
  upAndDown: Animation;
  /** The card below comes nearer. The third one stays: it is almost hidden, and costs as much as the others. */
  nearer: Animation | null;
  stamps: Record<Direction, Animation | null>;
};

/** The transform of the second card, which comes nearer as the first one leaves. */
const nearerAt = (progress: number) => `translateY(${4 * (1 - progress)}%) scale(${0.95 + 0.05 * progress})`;

/** The length of each scrubbed animation in milliseconds: its time goes from 0 to this. */
const scrubMs = 1000;
/** How far a finger can drag a card to either side, in widths of the card. */
const reach = 3;

function pausedAnimation(element: HTMLElement, keyframes: Keyframe[]): Animation {
  const animation = element.animate(keyframes, { duration: scrubMs, fill: "both" });
  animation.pause();
  return animation;
}

/** Moves a paused animation to `share` of its way; one that is there already costs nothing. */
function scrub(animation: Animation | null, share: number): void {
  const time = share * scrubMs;
  if (animation && animation.currentTime !== time) animation.currentTime = time;
}

const turnAt = (dx: number, width: number) => (isCalm() ? 0 : (dx / width) * turnPerWidth);

/** Takes hold of the top card. */
export function startDrag(card: HTMLElement): CardDrag {
  const from = new DOMMatrixReadOnly(getComputedStyle(card).transform).m41;
  const width = card.offsetWidth;
  const far = reach * width;
  const turn = turnAt(far, width);
  const below = card.parentElement?.querySelector<HTMLElement>('[data-place="1"]') ?? null;
  const appearing = (mark: HTMLElement | null) => mark && pausedAnimation(mark, [{ opacity: 0 }, { opacity: 1 }]);
  const drag = {
    card,
    width,
    from,
    at: { dx: 0, dy: 0 },
    below,
    sideways: pausedAnimation(card, [
      { transform: `translateX(${-far}px) rotate(${-turn}deg)` },
      { transform: `translateX(${far}px) rotate(${turn}deg)` },
    ]),
    upAndDown: pausedAnimation(card, [{ translate: `0 ${-far / 4}px` }, { translate: `0 ${far / 4}px` }]),
    nearer: below && pausedAnimation(below, [{ transform: nearerAt(0) }, { transform: nearerAt(1) }]),
    stamps: { like: appearing(stampOf(card, "like")), pass: appearing(stampOf(card, "pass")) },
  };
  // last, as it has the card styled anew
  card.dataset.dragged = "";
  return drag;
}

/** Moves the card with the finger. Only transforms and opacity change: the compositor draws them without a layout. */
export function moveCard(drag: CardDrag, dx: number, dy: number): void {
  const { width, sideways, upAndDown, nearer, stamps } = drag;
  drag.at = { dx, dy };
  const shareOf = (offset: number) => 0.5 + offset / (2 * reach * width);
  scrub(sideways, shareOf(dx));
  scrub(upAndDown, shareOf(dy));
  const progress = progressOf(dx, width);
  scrub(nearer, progress);
  scrub(stamps.like, dx > 0 ? progress : 0);
  scrub(stamps.pass, dx < 0 ? progress : 0);
}

/**
 * Leaves the cards where the finger released them, as inline styles: from there the style sheet moves them on. The
 * browser's `commitStyles` would style the page anew for each animation.
 */
export function releaseCard({ card, width, at, below, sideways, upAndDown, nearer, stamps }: CardDrag): void {
  card.style.transform = `translateX(${at.dx}px) rotate(${turnAt(at.dx, width)}deg)`;
  card.style.translate = `0 ${at.dy / 4}px`;
  if (below) below.style.transform = nearerAt(progressOf(at.dx, width));
  for (const animation of [sideways, upAndDown, nearer, stamps.like, stamps.pass]) animation?.cancel();
  // a transition starts from what the browser has seen
  void getComputedStyle(card).opacity;
}

/** Lets the style sheet move a released card, and those below, back to their places. */
export function endDrag(card: HTMLElement): void {
  delete card.dataset.dragged;
  for (const each of card.parentElement?.querySelectorAll<HTMLElement>("[data-place]") ?? []) {
    // left by a drag whose card was answered by a key meanwhile
    for (const animation of each.getAnimations({ subtree: true })) {
      if (animation.playState === "paused") animation.cancel();
    }
    each.style.removeProperty("transform");
    each.style.removeProperty("translate");
  }
  stamp(card, "like", 0);
}

/** Sends a card off to its side, from where the finger left it. */
export function animateOut(card: HTMLElement, to: Direction): Animation {
  delete card.dataset.dragged;
  stamp(card, to, 1);
  if (isCalm()) return card.animate([{}, { opacity: 0 }], { duration: fadeMs, fill: "forwards" });
  return card.animate([{}, { transform: outside(to) }], {
    duration: leaveMs,
    easing: "cubic-bezier(0.3, 0.1, 0.7, 0.7)",
    fill: "forwards",
  });
}

/** Brings a card back from the side to which it left. */
export function animateIn(card: HTMLElement, from: Direction): Animation {
  if (isCalm()) return card.animate([{ opacity: 0 }, {}], { duration: fadeMs });
  return card.animate([{ transform: outside(from) }, {}], {
    duration: enterMs,
    easing: "cubic-bezier(0.2, 0.9, 0.3, 1)",
  });
}
