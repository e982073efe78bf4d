// @vitest-environment happy-dom
import { act } from "react";
import { expect, test } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { BackToQueue } from "./back-to-queue.tsx";

test("R13.06 D8.2 a page that a next step of a queue led to has a link back to that queue, any other page none", async () => {
  const { container, router } = await renderPage(<BackToQueue />);
  const come = (state: unknown) => act(() => router.navigate("/", { state }));
  expect(container.querySelector("a")).toBeNull();
  await come({ queue: "texts" });
  expect(container.querySelector("a")?.getAttribute("href")).toBe("/staff/queue/texts");
  await come({ queue: "//elsewhere.invalid" });
  expect(container.querySelector("a")).toBeNull();
});
