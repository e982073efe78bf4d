import { expect, test } from "vitest";
import { localPath } from "./local-path.ts";

test("R1.01 R8.03 a login leads on to the requested page, else to the member search", () => {
  expect(localPath("/chats/7?from=mail#last")).toBe("/chats/7?from=mail#last");
  for (const none of [null, "", "//evil.example", "/\\evil.example"]) expect(localPath(none)).toBe("/members");
});
