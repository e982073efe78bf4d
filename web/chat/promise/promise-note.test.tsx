// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { AnswerPromise } from "#contract/answer-promise.ts";
import { renderPage } from "#web/test-dom.tsx";
import { PromiseNote } from "./promise-note.tsx";

const wordsOf = async (promise: AnswerPromise, automatic: boolean) =>
  (await renderPage(<PromiseNote promise={promise} automatic={automatic} credits={1} />)).container.textContent;

test("R10.01 D11.1 beside a program's chat the promise says that its reply is no answer", async () => {
  const offered = { state: "offered", days: 7 } as const;
  expect(await wordsOf(offered, false)).toBe("No answer within 7 days: your 1 credit comes back.");
  const words = "No answer within 7 days: your 1 credit comes back. An automatic reply doesn’t count as an answer.";
  expect(await wordsOf(offered, true)).toBe(words);
  const waiting = { state: "waiting", credits: 1, until: "2026-12-01T12:00:00Z" } as const;
  expect(await wordsOf(waiting, true)).toMatch(/don’t come back\. An automatic reply doesn’t count as an answer\.$/);
});
