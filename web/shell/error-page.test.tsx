// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { Settings } from "#contract/sites.ts";
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
