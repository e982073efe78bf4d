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

/** What a drag moves, found once: a phone has 16 ms for each of its frames. */
export type DragTargets = {
  card: HTMLElement;
  /** The card below, which comes nearer. The third one stays: it is almost hidden, and costs as much as the others. */
  below: HTMLElement | null;
  stamps: Record<Direction, HTMLElement | null>;
  width: number;
  /** The offset of a card that is still moving back: the drag starts from there. */
  from: number;
  turns: boolean;
};

/** Takes hold of the top card. */
export function startDrag(card: HTMLElement): DragTargets {
  const from = new DOMMatrixReadOnly(getComputedStyle(card).transform).m41;
  const width = card.offsetWidth;
  card.dataset.dragged = "";
  return {
    card,
    below: card.parentElement?.querySelector<HTMLElement>('[data-place="1"]') ?? null,
    stamps: { like: stampOf(card, "like"), pass: stampOf(card, "pass") },
    width,
    from,
    turns: !isCalm(),
  };
}

/** Moves the card with the finger. Only transforms and opacity change: the compositor draws them without a layout. */
export function moveCard({ card, below, stamps, width, turns }: DragTargets, dx: number, dy: number): void {
  const turn = turns ? (dx / width) * turnPerWidth : 0;
  card.style.transform = `translate3d(${dx}px, ${dy / 4}px, 0) rotate(${turn}deg)`;
  const progress = progressOf(dx, width);
  const to = dx > 0 ? "like" : "pass";
  for (const direction of ["like", "pass"] as const) {
    const mark = stamps[direction];
    if (mark) mark.style.opacity = direction === to ? String(progress) : "0";
  }
  if (below) below.style.transform = `translateY(${4 * (1 - progress)}%) scale(${0.95 + 0.05 * progress})`;
}

/** Releases a card and those below: the style sheet moves them back to their places. */
export function endDrag(card: HTMLElement): void {
  delete card.dataset.dragged;
  for (const each of card.parentElement?.querySelectorAll<HTMLElement>("[data-place]") ?? []) {
    each.style.removeProperty("transform");
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
