import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import type { MemberEvent } from "#contract/events.ts";
import { chatsQuery, isOutdated, refreshLive } from "./live-queries.ts";

test("D6.5 an event during a pending request is shown, and that request's outdated answer is ignored", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const answers: ((chats: unknown[]) => void)[] = [];
  vi.stubGlobal("document", { documentElement: { lang: "en", dataset: {} } });
  vi.stubGlobal("fetch", async (_url: string, { signal }: RequestInit) => {
    const chats = await new Promise<unknown[]>((resolve, reject) => {
      answers.push(resolve);
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
    return Response.json({ chats });
  });
  refreshLive(client, "chats");
  await expect.poll(() => answers).toHaveLength(1);
  // a message was sent just now: the stream reports it, and the chats are fetched again
  refreshLive(client, "chats");
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.(["with the new message"]);
  await expect.poll(() => client.getQueryData(chatsQuery.queryKey)).toEqual(["with the new message"]);
  answers[0]?.([]);
  await Promise.resolve();
  expect(client.getQueryData(chatsQuery.queryKey)).toEqual(["with the new message"]);
});

test("D6.5 a member's page is outdated by an event about that member, and a list by one about anyone", () => {
  const [anna, eva] = ["1f0c5a52-6a1d-4a86-9e0b-2f6f1d1c7a01", "1f0c5a52-6a1d-4a86-9e0b-2f6f1d1c7a02"];
  const like = { type: "like", from: anna, name: "Anna" } as const;
  const hidden = { type: "member_hidden", member: anna } as const;
  expect(isOutdated("getMember", like, anna)).toBe(true);
  expect(isOutdated("getMember", like, eva)).toBe(false);
  expect(isOutdated("getMember", { type: "match", with: anna, name: "Anna" }, eva)).toBe(false);
  expect(isOutdated("getMember", hidden, anna)).toBe(false);
  expect(isOutdated("getVisitors", hidden)).toBe(true);
  expect(isOutdated("getMember", { type: "of_a_later_version" } as unknown as MemberEvent, anna)).toBe(false);
  // an event that names no one may be about anyone
  expect(isOutdated("getChat", { type: "confirmed", delivered: 1, undelivered: 0 }, eva)).toBe(true);
});
