// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import { timeZoneCookie } from "#contract/constants.ts";
import { renderPage } from "#web/test-dom.tsx";
import { readCookie } from "./cookies.ts";

// a page reads its zone once: that of an earlier file in this worker is another page
vi.resetModules();
const { forgetBrowserZone, onBrowserZone, saveBrowserZone, useBrowserZone } = await import("./browser-zone.ts");

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
const other = own === "Asia/Tokyo" ? "America/Lima" : "Asia/Tokyo";
const draws = { same: 0, moved: 0 };

function Time({ name, reported }: { name: keyof typeof draws; reported: string }) {
  draws[name] += 1;
  return <p>{useBrowserZone(reported)}</p>;
}

test("quality: a page is drawn in the zone that the browser reported, and again only where it has moved since", async () => {
  vi.useFakeTimers();
  const report = vi.fn();
  const stop = onBrowserZone(report);
  const { container } = await renderPage(
    <>
      <Time name="same" reported={own} />
      <Time name="moved" reported={other} />
    </>,
  );
  expect(container.textContent).toBe(own + other);
  const before = { ...draws };
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(container.textContent).toBe(own + own);
  expect(draws).toEqual({ same: before.same, moved: before.moved + 1 });
  expect(report).toHaveBeenCalledOnce();
  stop();
  // a member who signs up on a page that has read it
  onBrowserZone(report)();
  expect(report).toHaveBeenCalledTimes(2);
});

test("R2.25 a login tells the server the browser's time zone, and a refused one leaves none", () => {
  saveBrowserZone();
  expect(readCookie(document.cookie, timeZoneCookie)).toBe(own);
  forgetBrowserZone();
  expect(readCookie(document.cookie, timeZoneCookie) ?? "").toBe("");
});
