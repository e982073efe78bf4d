import { expect, test } from "vitest";
import { pickAskedFields, readInfoChanges } from "./profile-changes.ts";

const visible = ["hair_color", "body_type", "interests", "about_me"];

function formOf(entries: readonly (readonly [string, string])[]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

test("D4.2 only fields that the site's profiles show are asked and saved", () => {
  expect(pickAskedFields(visible)).toEqual({ info: ["body_type", "hair_color"], interests: true });
  expect(pickAskedFields(["tattoos"])).toEqual({ info: ["tattoos"], interests: false });
  const form = formOf([
    ["hair_color", "red"],
    ["tattoos", "many"],
  ]);
  expect(readInfoChanges(form, { visible: ["hair_color"], interests: [] })).toEqual({ hair_color: "red" });
});

test("R2.19 unanswered fields are cleared, and invalid options are not sent", () => {
  const form = formOf([
    ["hair_color", ""],
    ["body_type", "invented"],
  ]);
  expect(readInfoChanges(form, { visible, interests: [] })).toEqual({
    hair_color: null,
    body_type: null,
    interests: [],
  });
});

test("D11.5 explicit interests are neither asked here nor lost", () => {
  const form = formOf([
    ["interests", "hiking"],
    ["interests", "sex"],
    ["interests", "tea"],
  ]);
  const profile = { visible, interests: ["lingerie", "coffee"] } as const;
  expect(readInfoChanges(form, profile).interests).toEqual(["lingerie", "hiking", "tea"]);
});
