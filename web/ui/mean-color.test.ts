import { rgbaToThumbHash, thumbHashToAverageRGBA } from "thumbhash";
import { expect, test } from "vitest";
import { decodeBase64, meanColor } from "./photo-sources.ts";

test("a photo's mean colour is read from its thumbhash", () => {
  for (const [red, green, blue] of [
    [250, 20, 90],
    [3, 200, 120],
    [0, 0, 0],
    [255, 255, 255],
  ] as const) {
    const pixels = Array.from({ length: 16 }, () => [red, green, blue, 255]).flat();
    const hash = Buffer.from(rgbaToThumbHash(4, 4, pixels)).toString("base64");
    const { r, g, b } = thumbHashToAverageRGBA(decodeBase64(hash));
    const channels = [r, g, b].map((part) => Math.round(part * 255));
    expect(meanColor(hash)).toBe(`#${Buffer.from(channels).toString("hex")}`);
  }
  expect(meanColor("")).toBeUndefined();
});
