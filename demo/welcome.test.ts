import { expect, test } from "vitest";
import { welcomeLines } from "./welcome.ts";

test("D12.1 the start names the back office at the port in use, and only if the demo world has staff", () => {
  const [members, staff] = [false, true].map((has) => welcomeLines("http://localhost:3457", has).join("\n"));
  expect(staff).toContain("staff@demo.invalid     staff, at http://localhost:3457/staff;");
  for (const lines of [members, staff]) expect(lines).toContain("robin@demo.invalid     a free member with credits");
  expect(members).not.toContain("/staff");
});
