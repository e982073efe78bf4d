import { beforeEach, expect, test, vi } from "vitest";

const answers: (() => Promise<{ default: object }>)[] = [];
const load = vi.fn(async () => await (answers.shift() ?? (async () => ({ default: {} })))());
vi.mock("virtual:texts", () => ({ loaders: { shell: { en: load } }, catalogsOf: {} }));

beforeEach(() => {
  vi.useFakeTimers();
});
test("R8.04 texts that a bad connection did not bring are loaded again, others only once", async () => {
  // another test of this worker may have loaded it, with the real texts
  vi.resetModules();
  const { loadTexts } = await import("./texts.tsx");
  const texts = { shell: { close: "Close" } };
  answers.push(
    () => Promise.reject(new TypeError("Failed to fetch")),
    async () => ({ default: texts }),
  );
  const parts = ["shell"] as unknown as Parameters<typeof loadTexts>[1];
  await expect(loadTexts("en", parts)).rejects.toThrow("Failed to fetch");
  // React asks again at once, and must find the failure
  await expect(loadTexts("en", parts)).rejects.toThrow("Failed to fetch");
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await loadTexts("en", parts)).catalogs).toEqual(texts);
  await loadTexts("en", parts);
  expect(load).toHaveBeenCalledTimes(2);
});
