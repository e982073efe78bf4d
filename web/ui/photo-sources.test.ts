import { expect, test } from "vitest";
import { photoSources } from "./photo-sources.ts";

const image = { thumb_filename: "t.webp", card_filename: "c.webp", filename: "f.webp", width: 1280 };
const asIs = (address: string) => address;

test("D8.1 each file of a photo is offered with its width", () => {
  expect(photoSources(image, asIs)).toBe("t.webp 160w, c.webp 480w, f.webp 1280w");
  expect(photoSources({ ...image, width: 800 }, asIs)).toBe("t.webp 160w, c.webp 480w, f.webp 800w");
});

test("D8.1 a small photo's files are not listed as wider than they are", () => {
  expect(photoSources({ ...image, width: 240 }, asIs)).toBe("t.webp 160w, c.webp 240w");
});

test("D8.1 even on a high-resolution screen a visitor's browser gets no address of a file that the visitor may not load", () => {
  expect(photoSources({ ...image, filename: "c.webp" }, asIs)).toBe("t.webp 160w, c.webp 480w");
});
