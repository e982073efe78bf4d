import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { chatsQuery, refreshLive } from "./live-queries.ts";

afterEach(() => vi.unstubAllGlobals());

test("D6.5 an event during a pending request is shown, and that request's outdated answer is ignored", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const answers: ((chats: unknown[]) => void)[] = [];
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
  vi.stubGlobal("fetch", async (_url: string, { signal }: RequestInit) => {
    const chats = await new Promise<unknown[]>((resolve, reject) => {
      answers.push(resolve);
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
    return Response.json({ chats });
  });
  refreshLive(client, "chats");
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  // a message was sent just now: the stream reports it, and the chats are fetched again
  refreshLive(client, "chats");
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(["with the new message"]);
  await vi.waitFor(() => expect(client.getQueryData(chatsQuery.queryKey)).toEqual(["with the new message"]));
  answers[0]?.([]);
  await Promise.resolve();
  expect(client.getQueryData(chatsQuery.queryKey)).toEqual(["with the new message"]);
});
