import { expect, test } from "vitest";
import { crop as cropSchema } from "#contract/photos.ts";
import { clampView, findMaxZoom, toCrop, toView } from "./crop-rules.ts";

const pictures = {
  wide: { width: 1280, height: 853 },
  high: { width: 853, height: 1280 },
  fitting: { width: 960, height: 1200 },
  panorama: { width: 1280, height: 60 },
  strip: { width: 40, height: 1200 },
};

test("D8 a crop starts as the largest centred part with the frame's shape", () => {
  expect(toCrop(toView(null, pictures.wide), pictures.wide)).toEqual({ x: 0.2334, y: 0, width: 0.5331, height: 1 });
  expect(toCrop(toView(null, pictures.fitting), pictures.fitting)).toEqual({ x: 0, y: 0, width: 1, height: 1 });
});

test.each(Object.entries(pictures))("D8 every crop lies within the picture: %s", (_, picture) => {
  for (const x of [-1, 0, 0.3, 0.5, 1, 7]) {
    for (const zoom of [0, 1, 1.37, 2, 3.3, 100]) {
      const crop = toCrop({ x, y: 1 - x, zoom }, picture);
      expect(cropSchema.safeParse(crop).success).toBe(true);
    }
  }
});

test("D8 a crop starts at the previous one", () => {
  const view = { x: 0.4, y: 0.6, zoom: 2 };
  const again = toView(toCrop(view, pictures.high), pictures.high);
  for (const part of ["x", "y", "zoom"] as const) expect(again[part]).toBeCloseTo(view[part], 2);
  // one of another shape is all in the frame
  expect(toView({ x: 0.2, y: 0.2, width: 0.5, height: 0.25 }, pictures.fitting).zoom).toBe(2);
});

test("D8 zooming at an edge stays inside, and a picture too thin for the frame can't zoom", () => {
  expect(clampView({ x: 0, y: 0, zoom: 4 }, pictures.fitting)).toEqual({ x: 0.125, y: 0.125, zoom: 4 });
  expect(clampView({ x: 1, y: 1, zoom: 4 }, pictures.fitting)).toEqual({ x: 0.875, y: 0.875, zoom: 4 });
  expect(findMaxZoom(pictures.panorama)).toBe(1);
});
