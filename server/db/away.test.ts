import { expect, test } from "vitest";
import { isDatabaseUnavailable } from "./database-unavailable.ts";

test.each([
  [new Error("Connection terminated unexpectedly"), true],
  [new Error("Client has encountered a connection error and is not queryable"), true],
  [new Error("timeout exceeded when trying to connect"), true],
  [Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }), true],
  [Object.assign(new Error("connect ENOENT"), { code: "ENOENT", syscall: "connect" }), true],
  [Object.assign(new Error("terminating connection"), { code: "57P01" }), true],
  [Object.assign(new Error("canceling statement due to lock timeout"), { code: "55P03" }), true],
  [Object.assign(new Error("could not extend file: No space left on device"), { code: "53100" }), true],
  [Object.assign(new Error("cannot execute INSERT in a read-only transaction"), { code: "25006" }), true],
  [Object.assign(new Error("canceling statement due to conflict with recovery"), { code: "40001" }), true],
  [Object.assign(new Error("recovery is in progress"), { code: "55000" }), true],
  [Object.assign(new Error("could not serialize access"), { code: "40001" }), false],
  [new Error("failed", { cause: new Error("Connection terminated") }), true],
  [Object.assign(new Error("no such file"), { code: "ENOENT", syscall: "open" }), false],
  [Object.assign(new Error("duplicate key"), { code: "23505" }), false],
  [new Error("something else"), false],
])("D12.3 isDatabaseUnavailable: %s", (error, away) => {
  expect(isDatabaseUnavailable(error)).toBe(away);
});
