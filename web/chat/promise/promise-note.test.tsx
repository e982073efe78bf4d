// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { AnswerPromise } from "#contract/answer-promise.ts";
import { renderPage } from "#web/test-dom.tsx";
import { PromiseNote } from "./promise-note.tsx";

const show = async (promise: AnswerPromise) =>
  (await renderPage(<PromiseNote promise={promise} credits={1} silent={false} />)).container;

const inSheet = async (promise: AnswerPromise | null, credits: number | null) =>
  (await renderPage(<PromiseNote promise={promise} credits={credits} silent sheet />)).container.textContent;

test("R10.01 before a first message one line says when its credits come back", async () => {
  const container = await show({ state: "offered", days: 7 });
  expect(container.textContent).toBe("No answer within 7 days: your 1 credit comes back.");
});

test("R10.01 while an answer is waited for, it says so, and that it goes for the first message only", async () => {
  const container = await show({ state: "waiting", credits: 1, until: "2026-12-01T12:00:00Z" });
  expect(container.textContent).toMatch(
    /^No answer by .*2026.*: 1 credit comes back\. That goes for your first message only: .* don’t come back\.$/,
  );
});

test("R10.01 the sheet of a photo or a gift says whether its own credits come back, also after the first message", async () => {
  expect(await inSheet({ state: "offered", days: 7 }, 3)).toBe("No answer within 7 days: your 3 credits come back.");
  const after: AnswerPromise[] = [
    { state: "waiting", credits: 1, until: "2026-12-01T12:00:00Z" },
    { state: "given_back", credits: 1, cause: "no_answer", at: "2026-12-01T12:00:00Z" },
  ];
  for (const promise of after) {
    expect(await inSheet(promise, 3)).toBe(
      "These 3 credits don’t come back: our promise only covers your first message.",
    );
    expect(await inSheet(promise, null)).toBe(
      "No answer yet: until you get one, credits for more messages don’t come back.",
    );
    expect(await inSheet(promise, 0)).toBe("");
  }
  expect(await inSheet(null, 3)).toBe("");
});
