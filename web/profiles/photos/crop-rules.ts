import { type Crop, smallestCrop } from "#contract/photos.ts";

const frameShape = 4 / 5;
const longestZoom = 4;

export type Size = { width: number; height: number };

/** The frame's view of a picture: its centre, as fractions of the picture, and its zoom. */
export type View = { x: number; y: number; zoom: number };

/** The largest part with the frame's shape. If the picture is too long a strip for that, the part is wider. */
function findLargestPart({ width, height }: Size): Size {
  const shape = width / height;
  return {
    width: Math.max(smallestCrop, Math.min(1, frameShape / shape)),
    height: Math.max(smallestCrop, Math.min(1, shape / frameShape)),
  };
}

export function findMaxZoom(picture: Size): number {
  const { width, height } = findLargestPart(picture);
  return Math.max(1, Math.min(longestZoom, width / smallestCrop, height / smallestCrop));
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most));

export function clampView(view: View, picture: Size): View {
  const zoom = clamp(view.zoom, 1, findMaxZoom(picture));
  const largest = findLargestPart(picture);
  const halfWidth = largest.width / zoom / 2;
  const halfHeight = largest.height / zoom / 2;
  return { x: clamp(view.x, halfWidth, 1 - halfWidth), y: clamp(view.y, halfHeight, 1 - halfHeight), zoom };
}

/** The initial view: the current crop, or the middle of the picture. */
export function toView(crop: Crop | null, picture: Size): View {
  if (crop === null) return { x: 0.5, y: 0.5, zoom: 1 };
  const middle = { x: crop.x + crop.width / 2, y: crop.y + crop.height / 2 };
  const { width, height } = findLargestPart(picture);
  return clampView({ ...middle, zoom: Math.min(width / crop.width, height / crop.height) }, picture);
}

const floorShare = (share: number) => Math.floor(share * 10_000 + 1e-6) / 10_000;

/** The part of the picture in the frame, within the contract's limits. */
export function toCrop(view: View, picture: Size): Crop {
  const { x, y, zoom } = clampView(view, picture);
  const whole = findLargestPart(picture);
  const width = Math.max(smallestCrop, floorShare(whole.width / zoom));
  const height = Math.max(smallestCrop, floorShare(whole.height / zoom));
  const from = (middle: number, size: number) => clamp(floorShare(middle - size / 2), 0, floorShare(1 - size));
  return { x: from(x, width), y: from(y, height), width, height };
}
