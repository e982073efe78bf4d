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

test("R11.02 a reaction stands below its message in words, and what a message quotes above it, with whose it is", async () => {
  const shared = { id: "m1", text: "With rye", author_kind: "member", name: "Ben" } as const;
  const reactionOf = async (mine: boolean) => {
    const { container } = await renderPage(<Bubble {...shared} mine={mine} reaction="heart" />);
    return container.querySelector("[role=img]")?.getAttribute("aria-label");
  };
  expect(await reactionOf(true)).toBe("Ben reacted: Heart");
  expect(await reactionOf(false)).toBe("Your reaction: Heart");
  const quoted = { id: "q1", text: "I bake bread." };
  const wordsOf = async (kind: "message" | "line", mine: boolean) => {
    const bubble = <Bubble {...shared} mine={!mine} quote={{ ...quoted, kind, mine }} />;
    const { container } = await renderPage(bubble);
    return [container.textContent, container.querySelector("a")?.getAttribute("href")];
  };
  expect(await wordsOf("message", false)).toEqual(["Reply to:BenI bake bread.With rye", "/?message=q1"]);
  expect((await wordsOf("message", true))[0]).toBe("Reply to:YouI bake bread.With rye");
  expect((await wordsOf("line", false))[0]).toBe("Reply to:Ben’s profileI bake bread.With rye");
  expect((await wordsOf("line", true))[0]).toBe("Reply to:Your profileI bake bread.With rye");
});
