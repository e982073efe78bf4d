// @vitest-environment happy-dom
import { act, Suspense } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { lazyPart } from "./lazy-part.tsx";

/** Whether the page was reloaded by itself a moment ago: then it does not do so again. */
let reloadedBefore = false;
const reload = vi.fn();

beforeEach(() => {
  reloadedBefore = false;
  reload.mockClear();
  vi.spyOn(location, "reload").mockImplementation(reload);
  vi.spyOn(performance, "getEntriesByType").mockImplementation(() => [
    { type: reloadedBefore ? "reload" : "navigate" } as PerformanceNavigationTiming,
  ]);
  // React reports what a boundary catches
  vi.spyOn(console, "error").mockImplementation(() => {});
});
/** A part whose script can't be loaded the first times. */
function createPart(failures: number) {
  let loads = 0;
  return lazyPart<{ name: string }>(async () => {
    loads += 1;
    if (loads <= failures) throw new TypeError("Failed to fetch dynamically imported module");
    return { default: ({ name }) => <b>picker of {name}</b> };
  });
}

function render(Part: ReturnType<typeof createPart>) {
  return renderPage(
    <>
      <p>the chat</p>
      <Suspense fallback={<i>loading</i>}>
        <Part name="Eva" />
      </Suspense>
    </>,
  );
}

test("R4.24 a script that can't be loaded ahead of its use reloads nothing", async () => {
  const Part = createPart(1);
  await act(async () => Part.preload());
  expect(reload).not.toHaveBeenCalled();
  const { container } = await render(Part);
  expect(container.textContent).toBe("the chatpicker of Eva");
  expect(reload).not.toHaveBeenCalled();
});

test("R4.24 while the page reloads for a script, the screen stays as it is", async () => {
  const { container } = await render(createPart(1));
  expect(reload).toHaveBeenCalledOnce();
  expect(container.textContent).toBe("the chatloading");
});

test("R8.04 a part whose script is lost leaves the rest of the screen, and can be tried again", async () => {
  reloadedBefore = true;
  const { container } = await render(createPart(2));
  const again = async () => {
    expect(container.textContent).toContain("the chat");
    expect(container.querySelector("[role=alert]")?.textContent).toBe("This part couldn’t be loaded. Try again");
    await act(async () => container.querySelector("button")?.click());
  };
  await again();
  await again();
  expect(container.textContent).toBe("the chatpicker of Eva");
  expect(reload).not.toHaveBeenCalled();
});

test("R8.04 a part that throws takes only itself away", async () => {
  const Part = lazyPart<{ name: string }>(async () => ({
    default() {
      throw new Error("a bug");
    },
  }));
  const { container } = await render(Part);
  expect(container.textContent).toBe("the chatThis part couldn’t be loaded. Try again");
});
