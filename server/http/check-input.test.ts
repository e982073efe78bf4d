import { checkSignup } from "#contract/account.ts";
import { addressOf } from "#contract/call.ts";
import { createSiteFinder } from "#server/features/sites/index.ts";
import { test as base, expect } from "#server/test.ts";
import { calls } from "./calls.ts";
import { checkForm, checkInput } from "./check-input.ts";
import { Failure } from "./fail.ts";
import { filled } from "./test-filled.ts";

const test = base.extend("site", { scope: "file" }, async ({ services }) => {
  const site = await createSiteFinder(services)("localhost");
  if (!site) throw new Error("no site");
  return site;
});

/** JSON values that a `length` may have: JavaScript can't compare the first three with a number. */
const lengths: unknown[] = [
  { toString: 1 },
  { valueOf: 1, toString: 1 },
  [{ toString: 1 }],
  {},
  "x",
  -1,
  1e9,
  null,
  true,
];

function refusalOf(check: () => unknown): unknown {
  try {
    check();
  } catch (error) {
    return error instanceof Failure ? error.code : error;
  }
}

test.for(calls.map((call) => [`${call.method} ${addressOf(call)}`, call] as const))(
  "%s refuses a value with a length of its own in each field of its query, body and form",
  ([, call], { site }) => {
    // the check that finds such values relies on it
    for (const schema of [call.query, call.body]) expect(JSON.stringify(filled(schema, ""))).not.toContain('"length":');
    for (const length of lengths) {
      for (const value of [{ length }, [{ length }], { inner: [{ length }] }]) {
        const query = filled(call.query, value);
        const body = filled(call.body, value);
        for (const check of [
          () => checkInput(call, { query, body: {} }, site),
          () => checkInput(call, { query: {}, body }, site),
          () => checkInput(call, { query: value, body: value }, site),
          () => checkForm(call, Object(body), site),
        ]) {
          expect([undefined, "invalid_input"], JSON.stringify(value)).toContain(refusalOf(check));
        }
      }
    }
  },
);

test("a value whose length can't be compared is answered with 400, at its field", async ({ client }) => {
  const answer = await client.call(checkSignup, { body: { email: { length: { toString: 1 } } } as never });
  expect([answer.status, answer.body.error?.code, answer.body.error?.field_codes]).toEqual([
    400,
    "invalid_input",
    { email: "invalid" },
  ]);
});
