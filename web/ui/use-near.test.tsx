// @vitest-environment happy-dom
import { act, useRef, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { render } from "#web/test-dom.tsx";
import { useNear } from "./use-near.ts";

/** As a browser's: it reports each element that it begins to observe. All elements are near. */
class Observer {
  readonly #report: IntersectionObserverCallback;
  constructor(report: IntersectionObserverCallback) {
    this.#report = report;
  }
  observe() {
    const entries = [{ isIntersecting: true }] as IntersectionObserverEntry[];
    queueMicrotask(() => this.#report(entries, this as unknown as IntersectionObserver));
  }
  disconnect() {}
}

beforeEach(() => void vi.stubGlobal("IntersectionObserver", Observer));
function List({ onLoad }: { onLoad: (page: number) => void }) {
  const end = useRef<HTMLButtonElement>(null);
  const [page, setPage] = useState(1);
  const [renders, setRenders] = useState(0);
  const load = () => {
    onLoad(page);
    setPage(page + 1);
  };
  useNear(end, load, { margin: "800px", key: page < 4 ? page : null });
  return <button ref={end} type="button" value={renders} onClick={() => setRenders(renders + 1)} />;
}

test("an end that is still near after a page is reported again, until there is no next page", async () => {
  const loaded: number[] = [];
  const container = await render(<List onLoad={(page) => loaded.push(page)} />);
  await act(async () => container.querySelector("button")?.click());
  expect(loaded).toEqual([1, 2, 3]);
});
