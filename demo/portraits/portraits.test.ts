import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { bodyTypes, eyeColors, genders, hairColors } from "#contract/profiles.ts";
import { dice } from "#demo/random.ts";
import { drawPortrait, portraitSvg } from "./draw.ts";
import { lookOf, type Sitter } from "./look.ts";

const sitter: Sitter = {
  seed: "anna",
  gender: "female",
  age: 34,
  hair_color: "red",
  eye_color: "green",
  body_type: "slim",
};

describe("D8 drawn portraits", () => {
  test("the same person looks the same every time, and different from all others", () => {
    expect(portraitSvg(sitter, 0)).toBe(portraitSvg(sitter, 0));
    expect(portraitSvg(sitter, 0)).not.toBe(portraitSvg({ ...sitter, seed: "eva" }, 0));
  });

  test("a second photo shows the same face on another day", () => {
    const { hair, skin } = lookOf(sitter);
    const [first, second] = [portraitSvg(sitter, 0), portraitSvg(sitter, 1)];
    expect(second).not.toBe(first);
    for (const color of [hair, skin]) expect([first.includes(color), second.includes(color)]).toEqual([true, true]);
  });

  test("are upright JPEGs of 640 × 800", async () => {
    expect(await sharp(await drawPortrait(sitter, 0)).metadata()).toMatchObject({
      format: "jpeg",
      width: 640,
      height: 800,
    });
  });

  test("every combination of a profile's fields can be drawn", () => {
    const random = dice("combinations");
    for (const gender of genders) {
      for (const hair_color of [...hairColors, null]) {
        for (const index of [0, 1, 2, 3]) {
          const one = { gender, hair_color, eye_color: random.pick(eyeColors), body_type: random.pick(bodyTypes) };
          const svg = portraitSvg({ seed: random.next().toString(), age: random.between(19, 68), ...one }, index);
          expect(svg).toMatch(/^<svg .*<\/svg>$/s);
          expect(svg).not.toMatch(/undefined|NaN|#888888/);
        }
      }
    }
  });

  test("a woman has no beard, and a member with hair colour bald has no hair", () => {
    for (let count = 0; count < 50; count++) {
      expect(lookOf({ ...sitter, seed: String(count) }).beard).toBeNull();
      const bald = lookOf({ ...sitter, gender: "male", hair_color: "bald", seed: String(count) });
      expect([bald.front, bald.rear]).toEqual(["bald", null]);
    }
  });
});
