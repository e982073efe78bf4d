/** How far the finger pulls, in pixels, until letting go refreshes the page. */
export const pullThreshold = 140;
const longest = 200;

type Point = { x: number; y: number };

/**
 * Follows one finger that pulls a page down from its very top. `move` answers how far it pulls, 0 if it goes elsewhere:
 * upwards, or sideways through photos. A gesture that began otherwise is no pull, however it goes on. `end` answers
 * whether to refresh.
 */
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
      const [across, down] = [Math.abs(x - start.x), y - start.y];
      if (pulled === 0 && (down < 0 || across > down)) start = null;
      pulled = start === null ? 0 : Math.min(Math.max(down, 0), longest);
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
