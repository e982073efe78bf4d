import { expect, test } from "vitest";
import type { Card } from "#contract/profiles.ts";
import { facesShown, mixFaces } from "./find-faces.ts";

type CardInput = { gender?: "female" | "male"; fictional?: boolean; locked?: "premium" | null; photo?: boolean };

const card = (name: string, { gender = "female", fictional = false, locked = null, photo = true }: CardInput = {}) =>
  ({ gender, fictional, main_image: photo ? { filename: name, locked } : null }) as Card;
const cards = (count: number, input: CardInput) =>
  Array.from({ length: count }, (_, at) => card(`${input.gender}${at}`, input));
const names = (members: readonly Card[]) => mixFaces(members).map(({ image }) => image.filename);

test("D10.3 women and men alternate on the home page, in the order of the search", () => {
  const faces = [...cards(6, { gender: "female" }), ...cards(6, { gender: "male" })];
  expect(names(faces)).toEqual(["female0", "male0", "female1", "male1", "female2", "male2", "female3", "male3"]);
  const few = [...cards(2, { gender: "male" }), ...cards(9, { gender: "female" })];
  expect(names(few)).toHaveLength(facesShown);
});

test("D11.1 R6.06 no fictional profile and no locked photo is among the faces; too few faces count as none", () => {
  const seven = cards(7, { gender: "male" });
  expect(names(seven)).toEqual([]);
  const hidden = [
    card("invented", { fictional: true }),
    card("locked", { locked: "premium" }),
    card("", { photo: false }),
  ];
  expect(names([...hidden, ...seven])).toEqual([]);
  const eight = names([...hidden, ...seven, card("eve")]);
  expect(eight).toHaveLength(facesShown);
  expect(eight).not.toContain("invented");
  expect(eight).not.toContain("locked");
});
