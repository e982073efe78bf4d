// @vitest-environment happy-dom
import { act } from "react";
import { expect, test } from "vitest";
import { listenToModes } from "#web/lib/appearance.ts";
import { AppearanceSwitch } from "#web/shell/appearance-switch.tsx";
import { renderPage } from "#web/test-dom.tsx";
import { AppearanceSetting } from "./appearance-setting.tsx";

test("R2.29 the appearance in the settings and the one in the account menu are one choice", async () => {
  listenToModes();
  document.documentElement.dataset.mode = "dark";
  const { container } = await renderPage(
    <>
      <AppearanceSwitch />
      <AppearanceSetting />
    </>,
    { root: { mode: "dark" } },
  );
  const checked = () => [...container.querySelectorAll<HTMLInputElement>("input:checked")].map(({ value }) => value);
  const choose = (place: string, mode: string) =>
    act(async () => container.querySelector<HTMLInputElement>(`${place} input[value=${mode}]`)?.click());
  expect(checked()).toEqual(["dark", "dark"]);
  await choose("form", "light");
  expect([document.documentElement.dataset.mode, checked()]).toEqual(["light", ["light", "light"]]);
  await choose("fieldset", "system");
  expect([document.documentElement.dataset.mode, checked()]).toEqual(["system", ["system", "system"]]);
});
