// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { markAlive, storeTap } from "./stored-tap.ts";

const button = (attributes: string) => {
  const holder = document.body.appendChild(document.createElement("div"));
  holder.innerHTML = `<button ${attributes}><span>x</span></button>`;
  const [element] = holder.getElementsByTagName("button");
  if (element === undefined) throw new Error("no button");
  return { element, tap: () => element.querySelector("span")?.click() };
};

test("the last tap on a button that only scripts answer is carried out once, when they run", () => {
  storeTap();
  const first = button('type="button"');
  const last = button('type="button"');
  const pressed = vi.fn<(which: string) => void>();
  first.tap();
  last.tap();
  first.element.addEventListener("click", () => pressed("first"));
  last.element.addEventListener("click", () => pressed("last"));
  markAlive();
  markAlive();
  expect(pressed.mock.calls).toEqual([["last"]]);
});

test.each(['type="submit"', 'type="button" popovertarget="menu"'])(
  "not on one that works without: %s",
  (attributes) => {
    delete document.documentElement.dataset.alive;
    const { element, tap } = button(attributes);
    tap();
    const pressed = vi.fn<() => void>();
    element.addEventListener("click", pressed);
    markAlive();
    expect(pressed).not.toHaveBeenCalled();
  },
);
