// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { AnswerPromise } from "#contract/answer-promise.ts";
import { renderPage } from "#web/test-dom.tsx";
import { PromiseNote } from "./promise-note.tsx";

const show = async (promise: AnswerPromise) =>
  (await renderPage(<PromiseNote promise={promise} credits={1} />)).container;

test("R10.01 before a first message one line says when its credits come back", async () => {
  const container = await show({ state: "offered", days: 7 });
  expect(container.textContent).toBe("No answer within 7 days: your 1 credit comes back.");
  expect(container.querySelector("details")).toBeNull();
});

test("R10.01 while an answer is waited for, one line says it; that it goes for the first message only is behind it", async () => {
  const container = await show({ state: "waiting", credits: 1, until: "2026-12-01T12:00:00Z" });
  expect(container.querySelector("summary")?.textContent).toMatch(/^No answer by .*2026.*: 1 credit comes back\.$/);
  const more = container.querySelector("details:not([open]) > div")?.textContent;
  expect(more).toMatch(/^That goes for your first message only: .* don’t come back\.$/);
});
