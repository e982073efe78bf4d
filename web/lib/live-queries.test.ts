import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { chatsQuery, refreshLive } from "./live-queries.ts";

afterEach(() => vi.unstubAllGlobals());

test("D6.5 what happened while an answer was under way is shown, not what that answer knew", async () => {
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
  // somebody wrote just now: the stream says so, and it is asked again
  refreshLive(client, "chats");
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(["with the new message"]);
  await vi.waitFor(() => expect(client.getQueryData(chatsQuery.queryKey)).toEqual(["with the new message"]));
  answers[0]?.([]);
  await Promise.resolve();
  expect(client.getQueryData(chatsQuery.queryKey)).toEqual(["with the new message"]);
});
