import { expect, test } from "vitest";
import { toLocalPath } from "./local-path.ts";

test("R1.01 R8.03 a login leads on to the requested page, else to the member search", () => {
  expect(toLocalPath("/chats/7?from=mail#last")).toBe("/chats/7?from=mail#last");
  for (const none of [null, "", "//evil.example", "/\\evil.example"]) expect(toLocalPath(none)).toBe("/members");
});
