// @vitest-environment happy-dom
import { act, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderHook } from "#web/test-dom.tsx";
import { useAnswer } from "./use-answer.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
const waitMs = 250;

/** A field whose text is asked for, in the order of `questions`. */
async function renderField() {
  const questions: (string | null)[] = [];
  const asked = new Map<string, { answer: (text: string) => void; fail: (error: Error) => void }>();
  const hook = await renderHook(() => {
    const [typed, setTyped] = useState<string | null>(null);
    const ask = () => {
      questions.push(typed);
      return new Promise<string>((answer, fail) => asked.set(typed ?? "", { answer, fail }));
    };
    return { setTyped, last: useAnswer(typed, ask, waitMs) };
  });
  const type = (text: string | null) => act(async () => hook.current().setTyped(text));
  const pause = () => act(async () => void (await vi.advanceTimersByTimeAsync(waitMs)));
  const settle = (text: string, how: "answer" | "fail" = "answer") =>
    act(async () => (how === "fail" ? asked.get(text)?.fail(new Error("lost")) : asked.get(text)?.answer(`${text}!`)));
  return { last: () => hook.current().last, questions, type, pause, settle };
}

test("an answer that comes after the next question is ignored", async () => {
  const field = await renderField();
  await field.type("ber");
  await field.pause();
  await field.type("berlin");
  await field.pause();
  await field.settle("berlin");
  await field.settle("ber");
  expect(field.last()).toEqual({ key: "berlin", answer: "berlin!" });
});

test("only a question that stands for a while is asked", async () => {
  const field = await renderField();
  await field.type("b");
  await field.type("be");
  await field.pause();
  await field.type(null);
  await field.pause();
  expect(field.questions).toEqual(["be"]);
});

test("the last answer stays until the next one, and a question without an answer is asked again later", async () => {
  const field = await renderField();
  await field.type("a");
  await field.pause();
  await field.settle("a", "fail");
  expect(field.last()).toEqual({ key: "a", answer: null });
  await field.type("b");
  expect(field.last()?.key).toBe("a");
  await field.pause();
  await field.settle("b");
  await field.type("a");
  await field.pause();
  await field.settle("a");
  expect(field.last()).toEqual({ key: "a", answer: "a!" });
});
