// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { markAlive } from "./stored-tap.ts";

const ended = () => new Promise((resolve) => setTimeout(resolve));

test("the stored tap is carried out once, if its button is still there", async () => {
  const pressed = vi.fn<() => void>();
  const button = document.createElement("button");
  button.addEventListener("click", pressed);
  window.storedTap = button;
  markAlive();
  await ended();
  expect(pressed).not.toHaveBeenCalled();
  window.storedTap = document.body.appendChild(button);
  markAlive();
  markAlive();
  await ended();
  expect(pressed).toHaveBeenCalledOnce();
  expect(document.documentElement.dataset.alive).toBe("true");
});
