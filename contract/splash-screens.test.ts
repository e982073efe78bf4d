import { expect, test } from "vitest";
import { splashImagesHere, splashImagesOf } from "./splash-screens.ts";

const look = { theme: "rose", logo: "" } as const;
const iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1";

test("R2.15 on a shared page an iPhone finds the images of its own screen, however it is held", () => {
  const upright = { width: 390, height: 844, ratio: 3 };
  expect(splashImagesHere(look, iPhone, upright)).toEqual(splashImagesOf(look, upright));
  expect(splashImagesHere(look, iPhone, { width: 844, height: 390, ratio: 3 })).toEqual(splashImagesOf(look, upright));
  expect(splashImagesHere(look, "Mozilla/5.0 (Linux; Android 16) Chrome/140.0", upright)).toEqual([]);
});
