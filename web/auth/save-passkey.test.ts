import { expect, test } from "vitest";
import { ApiFailure, type CallFunction } from "#web/lib/api.ts";
import { memberCalls } from "./passkey-calls.ts";
import { savePasskey } from "./save-passkey.ts";

const created = { host: "localhost", name: "Laptop", response: { id: "credential" } } as never;

/** The passkeys that the browser is told to forget if the server's answer is this failure. */
async function revokedAfter(failure: ApiFailure): Promise<string[][]> {
  const revoked: string[][] = [];
  const save = savePasskey(memberCalls.add, async (...passkey) => {
    revoked.push(passkey);
  });
  const call = (() => Promise.reject(failure)) as CallFunction;
  await expect(save(call, created)).rejects.toBe(failure);
  return revoked;
}

test.each([
  [400, "passkey_refused"],
  [409, "limit_reached"],
  [403, "authentication_required"],
] as const)("a passkey that the server refused with %i, %s, is offered no more", async (status, code) => {
  expect(await revokedAfter(new ApiFailure(status, code, ""))).toEqual([["localhost", "credential"]]);
});

test.each([
  [0, "no_connection"],
  [408, "internal_error"],
  [429, "too_many_requests"],
  [500, "internal_error"],
  [503, "unavailable"],
  [409, "passkey_known"],
] as const)("a passkey that the server may have stored stays after %i, %s", async (status, code) => {
  expect(await revokedAfter(new ApiFailure(status, code, ""))).toEqual([]);
});
