import { expect, test } from "vitest";
import { isNumber } from "./passkey-support.ts";

test("passkeys need a host name: they do not work on an IP address", () => {
  for (const host of ["127.0.0.1", "203.0.113.9", "[::1]", "[2001:db8::1]"]) expect(isNumber(host), host).toBe(true);
  for (const host of ["localhost", "www.example.org", "1and1.example"]) expect(isNumber(host), host).toBe(false);
});
