import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { logOut } from "#contract/auth.ts";
import { addressOf, type Call } from "#contract/call.ts";
import { commonErrors, errorStatus } from "#contract/errors.ts";
import { testApp } from "#server/db/test-database.ts";
import { signedUp } from "#server/features/account/test-signup.ts";
import { anyCharacter } from "#server/test-any-character.ts";
import { calls } from "./calls.ts";
import { TestClient } from "./test-client.ts";
import { filled } from "./test-filled.ts";

const given = await testApp();
const visitor = new TestClient(given.app);
const member = (await signedUp(given)).client;
afterAll(() => given.close());

const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    "' or 1=1 --",
    "\u0000",
    "\ud800",
    "\u202e\u200b",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "//evil.example",
    "__proto__",
    "NaN",
    "-0",
    "9".repeat(400),
    "00000000-0000-4000-8000-000000000000",
    "2026-02-30",
    -1,
    0,
    2 ** 53,
    1e308,
    null,
    true,
    [],
    {},
    [[[[]]]],
    { $gt: "" },
  ),
  fc.string({ unit: anyCharacter }),
  fc.double(),
  fc.jsonValue(),
  fc.uuid(),
);

function fieldsOf(schema: z.ZodType): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** Random inputs that use the names of a call's fields, and little else of its schema. */
function inputs(call: Call) {
  const some = (names: string[]) =>
    fc.dictionary(fc.constantFrom(...names, "another"), hostile, { maxKeys: names.length + 1 });
  return fc.record({
    query: some(fieldsOf(call.query)),
    body: fc.oneof({ weight: 5, arbitrary: some(fieldsOf(call.body)) }, hostile),
  });
}

const name = (call: Call) => `${call.method} ${addressOf(call)}`;

test.each(calls.map((call) => [name(call), call] as const))(
  "%s answers hostile input with a clear error or by its own schema, never with a 5xx",
  async (_, call) => {
    for (const [who, client] of [
      ["visitor", visitor],
      ["member", member],
    ] as const) {
      // a logout would turn the member of the following inputs into a visitor
      if (call === logOut && who === "member") continue;
      for (const input of fc.sample(inputs(call), { numRuns: 40, seed: 20_261_120 })) {
        const body = typeof input.body === "object" && input.body !== null ? input.body : { value: input.body };
        const answer = await client.call(call, { query: input.query, body } as never);
        const summary = `${who} ${JSON.stringify(input)} -> ${answer.status} ${JSON.stringify(answer.body)}`;
        if (answer.status === 200) {
          expect(call.answer.safeParse(answer.body).success, summary).toBe(true);
          continue;
        }
        expect(answer.status, summary).toBeLessThan(500);
        const code = answer.body.error?.code ?? "internal_error";
        expect([...commonErrors, ...call.errors], summary).toContain(code);
        expect(answer.status, summary).toBe(errorStatus[code]);
        expect(answer.body.error?.message, summary).not.toBe("");
        expect(JSON.stringify(answer.body), summary).not.toMatch(/\bat .+:\d+:\d+|node_modules|select |insert into/i);
      }
    }
  },
);

const unfit = ["\0", "a\0b", "\ud800", "\udc00a", "a\ud83d"];
const control = ["\u0001", "\u0008x", "\u001b[31m", "\u007f", "\u0085", "\u2028", "\ufffe", "\u202e", "\r\n\t"];

test.each(calls.filter((call) => !call.upload).map((call) => [name(call), call] as const))(
  "%s refuses NUL and lone surrogates in every string, and answers other control characters below 500",
  async (_, call) => {
    const fields = [...fieldsOf(call.query), ...(call.method === "GET" ? [] : fieldsOf(call.body))];
    for (const text of [...unfit, ...control]) {
      // a URL can't carry a lone surrogate
      const query = text.isWellFormed() ? filled(call.query, text) : {};
      const { status, body } = await member.call(call, { query, body: filled(call.body, text) } as never);
      const summary = `${JSON.stringify(text)} -> ${status} ${JSON.stringify(body)}`;
      expect(status, summary).toBeLessThan(500);
      const sent = text.isWellFormed() ? fields : fieldsOf(call.body);
      if (!unfit.includes(text) || sent.length === 0 || (call.method === "GET" && !text.isWellFormed())) continue;
      expect([status, body.error?.code], summary).toEqual([400, "invalid_input"]);
      expect(Object.values(body.error?.field_codes ?? {}), summary).toContain("forbidden_characters");
    }
  },
);
