// @vitest-environment happy-dom
import { expect, onTestFinished, test } from "vitest";
import { reloadEvent } from "./chunk-reload.ts";
import { preserveTypedText } from "./typed.ts";

test.for([
  { page: "the profile", mayBeStored: true },
  { page: "a page of payments", mayBeStored: false },
])("R4.24 what was typed on $page is stored for the page after a reload: $mayBeStored", ({ mayBeStored }) => {
  document.body.innerHTML = '<input name="about">';
  onTestFinished(preserveTypedText(() => mayBeStored));
  document.querySelector("input")?.dispatchEvent(new Event("input", { bubbles: true }));
  dispatchEvent(new Event(reloadEvent));
  expect(sessionStorage.getItem("typed") !== null).toBe(mayBeStored);
});
