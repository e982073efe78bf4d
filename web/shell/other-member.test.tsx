// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { OtherMember } from "./other-member.tsx";

beforeEach(() => void vi.spyOn(location, "reload").mockImplementation(() => {}));

test("R6.09 a page whose session is another member's says so, forgets only what its own member wrote, and reloads", async () => {
  for (const key of ["chat-draft:anna:eva", "chat-unsent:anna:eva:k", "chat-draft:ben:anna", "hide-push"]) {
    localStorage.setItem(key, "text");
  }
  const { container } = await renderPage(<OtherMember message="Another member has logged in." member="anna" />);
  expect(container.querySelector("[role=alert]")?.textContent).toBe("Another member has logged in.");
  expect(Object.keys(localStorage)).toEqual(["chat-draft:ben:anna", "hide-push"]);
  expect(location.reload).toHaveBeenCalledOnce();
});
