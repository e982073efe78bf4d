// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { Spending } from "#contract/spending.ts";
import { renderPage } from "#web/test-dom.tsx";
import { OwnLimits } from "./spending.tsx";

const loaded: Spending = {
  ...{ currency: "EUR", order_currency: "EUR", limit: null, spent: 0, next: null, paused_until: null },
};

test.for([
  [true, 6],
  [false, 0],
] as const)(
  "quality: after a pause the page looks whether an unpaid order has ended: one is shown %s, looks %s",
  async ([hasOpen, looks]) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.stubGlobal("fetch", async () => Response.json({ ...loaded, paused_until: "2026-12-02T07:00:00Z" }));
    const element = <OwnLimits loaded={loaded} posted={undefined} hasOpen={hasOpen} />;
    const { container, router } = await renderPage(element);
    const revalidate = vi.spyOn(router, "revalidate");
    const buttons = [...container.querySelectorAll("button")];
    await act(async () => buttons.find(({ textContent }) => textContent === "Start pause")?.click());
    expect(container.textContent).toContain("Purchases are paused until");
    for (let at = 0; at < 10; at += 1) await act(async () => void (await vi.advanceTimersByTimeAsync(5_000)));
    expect(revalidate).toHaveBeenCalledTimes(looks);
  },
);
