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
