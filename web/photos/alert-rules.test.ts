import { expect, test } from "vitest";
import { needsPhotoAlert } from "./alert-rules.ts";

const image = {
  filename: "f",
  card_filename: "c",
  thumb_filename: "t",
  width: 1,
  height: 1,
  thumbhash: "",
  locked: null,
  caption: "",
};
const without = { profile: { main_image: null } };
const withPhoto = { profile: { main_image: { ...image, status: "inspection" as const } } };

test("R4.11 a member without a main photo is asked for one; a member with one is not, even during inspection", () => {
  expect(needsPhotoAlert(without, "/members")).toBe(true);
  expect(needsPhotoAlert(withPhoto, "/members")).toBe(false);
});

test.each([
  "/profile",
  "/signup",
  "/members/5b0c/signup",
  "/complete-signup",
  "/activate/done",
  "/premium",
  "/notifications",
  "/settings",
  "/delete-account",
  "/directdebit",
])("R4.11 no member is asked on %s", (path) => {
  expect(needsPhotoAlert(without, path)).toBe(false);
});

test.each(["/", "/members", "/members/5b0c", "/likes", "/chats", "/credits", "/activate/error"])(
  "R4.11 a member without a photo is asked on %s",
  (path) => {
    expect(needsPhotoAlert(without, path)).toBe(true);
  },
);
