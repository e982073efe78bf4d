// @vitest-environment happy-dom
import { act, useState } from "react";
import { expect, test } from "vitest";
import { beginWait, endWait } from "#web/lib/site-waits.ts";
import { renderPage } from "#web/test-dom.tsx";
import { Dialog } from "./dialog.tsx";
import { SiteWaitNote } from "./site-wait.tsx";
import { ToastProvider } from "./toast.tsx";

const words = "We’ll be back in a moment.";
const countIn = (part: Element | null) => (part?.textContent ?? "").split(words).length - 1;

test("0126 what waits for the site is said among the notices, until it is sent or its member cancels it", async () => {
  const { container } = await renderPage(<ToastProvider>Page</ToastProvider>);
  const region = container.querySelector(".toast-region");
  expect([region?.textContent, region?.getAttribute("aria-label")]).toEqual(["", null]);
  let wait = new AbortController();
  await act(async () => {
    wait = beginWait();
  });
  expect(region?.textContent).toContain(words);
  expect(region?.role).toBe("status");
  await act(async () => region?.querySelector("button")?.click());
  expect(wait.signal.aborted).toBe(true);
  await act(async () => endWait(wait));
  expect(region?.textContent).toBe("");
});

function GiftPage() {
  const [open, setOpen] = useState(false);
  return (
    <ToastProvider>
      <button type="button" id="toggle" onClick={() => setOpen(!open)} />
      <Dialog open={open} onClose={() => {}} title="Gift" locked>
        Roses
      </Dialog>
    </ToastProvider>
  );
}

test("0126 a dialog says it itself while it is open, as the notices are out of reach below it", async () => {
  const wait = beginWait();
  const { container } = await renderPage(<GiftPage />);
  const placesOf = () => ["dialog", ".toast-region"].map((part) => countIn(container.querySelector(part)));
  const toggle = () => act(async () => container.querySelector<HTMLElement>("#toggle")?.click());
  expect(placesOf()).toEqual([0, 1]);
  await toggle();
  expect(placesOf()).toEqual([1, 0]);
  await toggle();
  expect(placesOf()).toEqual([0, 1]);
  await act(async () => endWait(wait));
  expect(placesOf()).toEqual([0, 0]);
});

test("0126 a chat says it above its field", async () => {
  const { container } = await renderPage(
    <ToastProvider>
      <SiteWaitNote />
    </ToastProvider>,
  );
  let wait = new AbortController();
  await act(async () => {
    wait = beginWait();
  });
  expect([countIn(container), countIn(container.querySelector(".toast-region"))]).toEqual([1, 0]);
  await act(async () => endWait(wait));
  expect(countIn(container)).toBe(0);
});
