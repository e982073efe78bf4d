export type Direction = "like" | "pass";

/** A drag's position in pixels since its start, and its time in milliseconds. */
export type Sample = { x: number; at: number };

/** A movement is undecided until it has this length in pixels; then it is a swipe or a scroll. */
export const undecidedPx = 10;
/** A swipe is at least this much more sideways than up or down. */
const sidewaysRatio = 1.2;
/** A card leaves if it was dragged by this share of its width, */
const leaveShare = 0.3;
/** or by this many pixels at this speed in pixels per millisecond, in the direction of the drag. */
const flick = { pixels: 24, speed: 0.5 };
/** The speed is measured over the last milliseconds, so a finger that rests before the release is not fast. */
const speedOverMs = 80;

/** Whether a finger's movement swipes the card, scrolls the page, or is undecided yet. */
export function classifyMovement(dx: number, dy: number): "undecided" | "swipe" | "scroll" {
  if (Math.hypot(dx, dy) < undecidedPx) return "undecided";
  return Math.abs(dx) > sidewaysRatio * Math.abs(dy) ? "swipe" : "scroll";
}

export function measureSpeed(samples: readonly Sample[], now: number): number {
  const recent = samples.filter(({ at }) => now - at <= speedOverMs);
  const [first, last] = [recent[0], recent.at(-1)];
  if (first === undefined || last === undefined || last.at === first.at) return 0;
  return (last.x - first.x) / (last.at - first.at);
}

/** Returns null if the card returns, for example because it is being pulled back quickly. */
export function findLeaveDirection(dx: number, width: number, speed: number): Direction | null {
  const speedAlongDrag = Math.sign(dx) * speed;
  if (speedAlongDrag <= -flick.speed) return null;
  const wasDraggedFar = Math.abs(dx) >= leaveShare * width;
  const wasFlicked = Math.abs(dx) >= flick.pixels && speedAlongDrag >= flick.speed;
  if (!wasDraggedFar && !wasFlicked) return null;
  return dx > 0 ? "like" : "pass";
}

/** The share of the distance at which a card leaves, from 0 to 1. */
export const findLeaveProgress = (dx: number, width: number): number =>
  width === 0 ? 0 : Math.min(1, Math.abs(dx) / (leaveShare * width));
