import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { fetchAutoLike } from "./auto-like.ts";

const answer = vi.hoisted(() => ({ profile: null as object | null }));
vi.mock("#web/lib/call.ts", () => ({ callByItself: async () => answer }));

test("R4.20 the likes are loaded again 500 ms after an automatic like, and not without one", async () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const reload = vi.fn();
  expect(await fetchAutoLike(client, reload)).toBeNull();
  vi.advanceTimersByTime(1_000);
  expect(reload).not.toHaveBeenCalled();
  answer.profile = { id: "anna" };
  expect(await fetchAutoLike(client, reload)).toBe(answer.profile);
  vi.advanceTimersByTime(499);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload.mock.calls).toEqual([[client, "likes"]]);
});
