// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { BackToQueue, HeldDecision } from "./back-to-queue.tsx";
import { heldSeconds } from "./use-queue.ts";

test("R13.06 D8.2 a page that a next step of a queue led to has a link back to that queue, any other page none", async () => {
  const { container, router } = await renderPage(<BackToQueue />);
  const come = (state: unknown) => act(() => router.navigate("/", { state }));
  expect(container.querySelector("a")).toBeNull();
  await come({ queue: "texts" });
  expect(container.querySelector("a")?.getAttribute("href")).toBe("/staff/queue/texts");
  await come({ queue: "//elsewhere.invalid" });
  expect(container.querySelector("a")).toBeNull();
});

test("R13.06 the page that a decision led to says that it is still held, until it has taken effect", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const { container, router } = await renderPage(<HeldDecision />);
  const revalidate = vi.spyOn(router, "revalidate");
  const note = () => container.querySelector("[role=status]")?.textContent;
  expect(note()).toBe("");
  await act(() => router.navigate("/", { state: { queue: "texts" } }));
  expect(note()).toBe("A decision you’ve just made shows here after a few seconds.");
  await act(() => vi.advanceTimersByTimeAsync(heldSeconds * 1000 - 1));
  expect(revalidate).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(revalidate).toHaveBeenCalledOnce();
  expect(note()).toBe("");
  vi.useRealTimers();
});
