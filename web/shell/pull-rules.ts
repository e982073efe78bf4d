/** Releasing the finger refreshes the page from this distance on, in pixels. */
export const pullThreshold = 140;
const maxPull = 200;

type Point = { x: number; y: number };

/** A pull is one finger from the page's very top; `move` returns the pull, `end` whether to refresh. */
export function createPull() {
  let start: Point | null = null;
  let pulled = 0;
  return {
    begin(point: Point, atTop: boolean): void {
      start = atTop ? point : null;
      pulled = 0;
    },
    move({ x, y }: Point): number {
      if (start === null) return 0;
      const sideways = Math.abs(x - start.x);
      const down = y - start.y;
      if (pulled === 0 && sideways > down) start = null;
      pulled = start === null ? 0 : Math.min(Math.max(down, 0), maxPull);
      return pulled;
    },
    end(): boolean {
      const refreshes = pulled >= pullThreshold;
      start = null;
      pulled = 0;
      return refreshes;
    },
  };
}
