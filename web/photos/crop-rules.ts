import { type Crop, smallestCrop } from "#contract/photos.ts";

/** Width by height of the frame in which photos are shown. */
const frameShape = 4 / 5;
const mostZoom = 4;

type Size = { width: number; height: number };

/** How the frame looks at a picture: where its middle is, as shares of the picture, and how near. */
export type View = { x: number; y: number; zoom: number };

/** The largest part with the frame's shape. A strip that is too long for that gets a wider one. */
function largestPart({ width, height }: Size): Size {
  const shape = width / height;
  return {
    width: Math.max(smallestCrop, Math.min(1, frameShape / shape)),
    height: Math.max(smallestCrop, Math.min(1, shape / frameShape)),
  };
}

/** How near one may come. */
export function nearest(picture: Size): number {
  const { width, height } = largestPart(picture);
  return Math.max(1, Math.min(mostZoom, width / smallestCrop, height / smallestCrop));
}

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most));

/** The same view, kept inside the picture. */
export function keepInside(view: View, picture: Size): View {
  const zoom = within(view.zoom, 1, nearest(picture));
  const whole = largestPart(picture);
  const [across, down] = [whole.width / zoom / 2, whole.height / zoom / 2];
  return { x: within(view.x, across, 1 - across), y: within(view.y, down, 1 - down), zoom };
}

/** Where looking begins: at what is shown now, or at the middle of the picture. */
export function viewOf(crop: Crop | null, picture: Size): View {
  if (crop === null) return { x: 0.5, y: 0.5, zoom: 1 };
  const middle = { x: crop.x + crop.width / 2, y: crop.y + crop.height / 2 };
  const { width, height } = largestPart(picture);
  return keepInside({ ...middle, zoom: Math.min(width / crop.width, height / crop.height) }, picture);
}

const floor = (share: number) => Math.floor(share * 10_000 + 1e-6) / 10_000;

/** The part of the picture that is in the frame, within the bounds of the contract. */
export function cropOf(view: View, picture: Size): Crop {
  const { x, y, zoom } = keepInside(view, picture);
  const whole = largestPart(picture);
  const width = Math.max(smallestCrop, floor(whole.width / zoom));
  const height = Math.max(smallestCrop, floor(whole.height / zoom));
  const from = (middle: number, size: number) => within(floor(middle - size / 2), 0, floor(1 - size));
  return { x: from(x, width), y: from(y, height), width, height };
}
