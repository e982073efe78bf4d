// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import BackButton from "./back-button.tsx";

test.each([
  [true, { idx: 1 }, true],
  [true, { idx: 0 }, false],
  [true, null, false],
  [false, { idx: 1 }, false],
])("R2.10 a button leads back if the screen has one and there is a page to go back to", async (back, state, shown) => {
  vi.spyOn(history, "state", "get").mockReturnValue(state);
  const { container } = await renderPage(<BackButton />, { handle: { who: "members", texts: [], back } });
  vi.restoreAllMocks();
  expect(container.querySelector("button") !== null).toBe(shown);
});
