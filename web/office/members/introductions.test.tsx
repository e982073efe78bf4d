// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { MemberFile } from "#contract/staff-members.ts";
import { renderPage } from "#web/test-dom.tsx";
import { Introductions } from "./introductions.tsx";

test("R12.01 D11.4 staff read of each introduction what became of it, and no browser loads one before it is played", async () => {
  const at = "2026-11-20T12:00:00Z";
  const introductions = (["inspection", "active", "rejected"] as const).map((status) => ({
    ...{ id: status, sound: `/staff-files/heard/${status}.sound`, seconds: 9, status, at },
  }));
  const member = { name: "Eva" } as MemberFile["member"];
  const { container } = await renderPage(<Introductions introductions={introductions} member={member} />);
  const entries = [...container.querySelectorAll("li")];
  expect(entries.map((each) => each.querySelector("span")?.textContent)).toEqual([
    "Being checked",
    "Shown",
    "Rejected",
  ]);
  const sounds = entries.map((each) => each.querySelector("audio"));
  expect(sounds.map((sound) => [sound?.getAttribute("src"), sound?.getAttribute("preload")])).toEqual(
    introductions.map(({ sound }) => [sound, "none"]),
  );
});
