// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import type { Settings } from "#contract/sites.ts";
import { renderPage } from "#web/test-dom.tsx";
import BlockDialog from "./block-dialog.tsx";
import { BlockEnds } from "./what-a-block-ends.ts";

const settings = { answer_days: 7 } as Settings;
const dialog = (
  <BlockDialog member={{ id: "ben", name: "Ben" }} next={undefined} onClose={() => {}} onReport={() => {}} />
);

async function wordsOf(ends?: { chat: boolean; waits: boolean }): Promise<string> {
  const element = ends === undefined ? dialog : <BlockEnds value={ends}>{dialog}</BlockEnds>;
  const withCache = <QueryClientProvider client={new QueryClient()}>{element}</QueryClientProvider>;
  return (await renderPage(withCache, { root: { settings } })).container.textContent;
}

const ofChat = ["your chat, your gifts", "waiting for an answer", "keeps a copy of your chat"];

test("R6.07 the question before a block names only what there is between the two", async () => {
  const strangers = await wordsOf({ chat: false, waits: false });
  for (const words of ofChat) expect(strangers).not.toContain(words);
  expect(strangers).toContain("If one of you has liked the other, we’ll delete that for good.");
  const answered = await wordsOf({ chat: true, waits: false });
  expect(ofChat.map((words) => answered.includes(words))).toEqual([true, false, true]);
  const unknown = await wordsOf();
  for (const words of ofChat) expect(unknown).toContain(words);
});

test("R6.07 it always says that the other one learns of it, and how to lift it", async () => {
  for (const ends of [undefined, { chat: false, waits: false }]) {
    const words = await wordsOf(ends);
    expect(words).toContain("If Ben opens your profile or the chat, it only says that you’ve blocked them.");
    expect(words).toContain("You can unblock them in your settings");
  }
});

test("R6.07 the question offers to report first, as a block deletes what a report could show", async () => {
  const onReport = vi.fn();
  const dialog = (
    <BlockDialog member={{ id: "ben", name: "Ben" }} next={undefined} onClose={() => {}} onReport={onReport} />
  );
  const withCache = <QueryClientProvider client={new QueryClient()}>{dialog}</QueryClientProvider>;
  const { container } = await renderPage(withCache, { root: { settings } });
  const button = [...container.querySelectorAll("button")].find(({ textContent }) => textContent === "Report first");
  button?.click();
  expect(onReport).toHaveBeenCalledOnce();
});
