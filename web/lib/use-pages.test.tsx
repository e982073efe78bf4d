// @vitest-environment happy-dom
import { act } from "react";
import { expect, test } from "vitest";
import { renderHook } from "#web/test-dom.tsx";
import { ApiFailure } from "./api.ts";
import { usePages } from "./use-pages.ts";

async function openList(fetchPage: (cursor: string) => Promise<string>) {
  const requested: string[] = [];
  const { current } = await renderHook(() =>
    usePages<string>(
      (pages) => `after ${pages.length}`,
      (cursor) => {
        requested.push(cursor);
        return fetchPage(cursor);
      },
    ),
  );
  return { current, requested };
}

test("D4.1 a tap while a page loads, or before it is shown, loads nothing", async () => {
  const { current, requested } = await openList(async (cursor) => `page ${cursor}`);
  await act(async () => {
    const { load } = current();
    const twice = [load(), load()];
    await Promise.all(twice);
    await load();
  });
  expect(requested).toEqual(["after 0"]);
  expect(current().pages).toEqual(["page after 0"]);
  await act(async () => void (await current().load()));
  expect(requested).toEqual(["after 0", "after 1"]);
});

test("D4.1 a page that failed to load can be loaded again", async () => {
  const { current, requested } = await openList(() => Promise.reject(new ApiFailure(503, "internal_error", "Later.")));
  await act(async () => void (await current().load()));
  expect(current().state).toBe("failed");
  await act(async () => void (await current().load()));
  expect(requested).toEqual(["after 0", "after 0"]);
});
