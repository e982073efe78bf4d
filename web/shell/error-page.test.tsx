// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { Settings } from "#contract/sites.ts";
import { beginWait, endWait } from "#web/lib/site-waits.ts";
import { renderPage } from "#web/test-dom.tsx";
import { ErrorPage } from "./error-page.tsx";

const settings = { name: "Rendezvous" } as Settings;
/** A path that would be another site if it were loaded as a path. */
const address = `${location.origin}//elsewhere.example/chats?sort=new`;
const failed = (status: number) => ({ status, statusText: "", internal: false, data: {} });

test.each([
  { status: 503, loads: [[address]] },
  { status: 500, loads: [] },
])(
  "R8.01 a page that fails with $status loads its own address again only if that is for a moment",
  async ({ status, loads }) => {
    vi.useFakeTimers();
    history.replaceState(null, "", `${address}#top`);
    const replace = vi.spyOn(location, "replace").mockImplementation(() => {});
    const { container } = await renderPage(<ErrorPage error={failed(status)} />, { root: { settings } });
    expect(container.textContent).toContain(String(status));
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect(replace.mock.calls).toEqual(loads);
    replace.mockRestore();
  },
);

test("0126 a page that is away for a moment comes back once nothing waits to be sent from it", async () => {
  vi.useFakeTimers();
  history.replaceState(null, "", "/chats");
  const replace = vi.spyOn(location, "replace").mockImplementation(() => {});
  const waits = [beginWait(), beginWait()];
  await renderPage(<ErrorPage error={failed(503)} />, { root: { settings } });
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  for (const wait of waits) {
    expect(replace).not.toHaveBeenCalled();
    await act(async () => endWait(wait));
  }
  expect(replace).toHaveBeenCalledExactlyOnceWith(`${location.origin}/chats`);
  replace.mockRestore();
});

test("R8.01 a chat that is gone says why it may be, and leads to the others", async () => {
  const data = { code: "conversation_not_found", message: "We can’t find this chat." };
  const { container } = await renderPage(<ErrorPage error={{ ...failed(404), data }} />, { root: { settings } });
  await expect.poll(() => container.querySelector("h1")?.textContent).toBe(data.message);
  expect(container.textContent).toContain("the other member has left");
  expect([...container.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual(["/chats", "/members"]);
});
