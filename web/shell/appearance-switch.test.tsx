// @vitest-environment happy-dom
import { act } from "react";
import { expect, test } from "vitest";
import { themeColours } from "#contract/web-app.ts";
import { listenToModes } from "#web/lib/appearance.ts";
import { renderPage } from "#web/test-dom.tsx";
import { AppearanceSwitch } from "./appearance-switch.tsx";
import { InstallTags } from "./install-tags.tsx";

/** The colour of the browser's bar on a light device, and on a dark one. */
const barColours = () =>
  ["light", "dark"].map((device) =>
    [...document.querySelectorAll('meta[name="theme-color"]')]
      .filter((meta) => ["all", `(prefers-color-scheme: ${device})`].includes(meta.getAttribute("media") ?? ""))
      .map((meta) => meta.getAttribute("content")),
  );

test("R2.29 the browser's bar follows the mode that the user chose before, and at once the one they choose now", async () => {
  const { surface, night } = themeColours.teal;
  listenToModes();
  document.documentElement.dataset.mode = "dark";
  const { container } = await renderPage(
    <>
      <InstallTags name="Abendrot" look={{ theme: "teal", logo: "" }} mode="dark" splash={[]} />
      <AppearanceSwitch />
    </>,
    { root: { mode: "dark" } },
  );
  expect(barColours()).toEqual([[night], [night]]);
  expect(container.querySelector<HTMLInputElement>("input:checked")?.value).toBe("dark");
  const choose = (mode: string) =>
    act(async () => container.querySelector<HTMLInputElement>(`input[value=${mode}]`)?.click());
  await choose("light");
  expect([document.documentElement.dataset.mode, barColours()]).toEqual(["light", [[surface], [surface]]]);
  await choose("system");
  expect(barColours()).toEqual([[surface], [night]]);
});
