// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { NumberCard } from "./number-card.tsx";

test("D7.4 a day on which more went back than came in has a bar below the line", async () => {
  const bars = [30, -10].map((value) => ({ label: `day ${value}`, value, words: `${value} €` }));
  const { container } = await renderPage(<NumberCard name="Income" means="" bars={bars} />);
  const drawn = [...container.querySelectorAll("g rect:last-child")].map((bar) =>
    ["y", "height"].map((name) => Number(bar.getAttribute(name))),
  );
  expect(drawn).toEqual([
    [0, 75],
    [75, 25],
  ]);
});
