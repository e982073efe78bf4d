// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { BeforeOrder } from "./before-order.tsx";

test.for([
  [undefined, /^Purchases are paused until 2 Dec 2026 /],
  ["price_changed", /^Purchases are paused until 2 Dec 2026 /],
  ["purchases_paused", /^$/],
] as const)(
  "quality: a pause stands above an order until its refusal says it, so that no second time does: %s",
  async ([code, words]) => {
    const hurdles = { unproven: false, pausedUntil: "2026-12-02T12:00:00Z" };
    const failure = code === undefined ? null : { code };
    const order = <BeforeOrder offer={{ debt: 0, muted: false }} {...{ hurdles, failure }} />;
    const { container } = await renderPage(order);
    expect(container.textContent).toMatch(words);
  },
);
