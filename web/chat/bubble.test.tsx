// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { Bubble } from "./bubble.tsx";

test("D11.1 a message that no member wrote says so: a program's, and the team's", async () => {
  const wordsOf = async (kind: "member" | "automatic" | "operator") => {
    const { container } = await renderPage(<Bubble id="m1" mine={false} text="Hello" name="Ben" author_kind={kind} />);
    return container.textContent;
  };
  expect(await wordsOf("member")).toBe("Hello");
  expect(await wordsOf("automatic")).toContain("Automatic");
  expect(await wordsOf("operator")).toContain("Our team");
});

test("R11.01 an answer stands below its question, which says whose it is", async () => {
  const wordsOf = async (mine: boolean) => {
    const message = { id: "m1", mine, text: "The sea", question: "Sea or mountains?", author_kind: "member" } as const;
    return (await renderPage(<Bubble {...message} name="Ben" />)).container.textContent;
  };
  expect(await wordsOf(true)).toBe("Ben asks: Sea or mountains?The sea");
  expect(await wordsOf(false)).toBe("Your question: Sea or mountains?The sea");
});
