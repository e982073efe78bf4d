import { getDirectDebit, sendNewCode } from "#contract/direct-debit.ts";
import { minuteMs } from "#contract/durations.ts";
import { expect, test, wrongCode } from "./test-debtor.ts";

test("R5.08 a wrong code takes one of five tries, then only a new code works", async ({ buyer, services, client }) => {
  const { authorise, newestCode, confirm, client: own } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  const code = await newestCode();
  for (let left = 4; left > 0; left -= 1) {
    const { body } = await confirm(debit.id, wrongCode(code));
    expect(body.error?.fields).toEqual({ code: "Code invalid" });
    expect((await own.call(getDirectDebit, { query: { id: debit.id } })).body.direct_debit.tries_left).toBe(left);
  }
  const fifth = await confirm(debit.id, wrongCode(code));
  expect(fifth.body.error?.field_codes).toEqual({ code: "sms_code_used_up" });
  expect((await confirm(debit.id, code)).body.error?.field_codes).toEqual({ code: "sms_code_used_up" });
  services.clock.advance(minuteMs);
  expect((await client.call(sendNewCode, { body: { id: debit.id } })).status).toBe(403);
  expect((await own.call(sendNewCode, { body: { id: debit.id } })).body.direct_debit.tries_left).toBe(5);
  const second = await newestCode();
  if (second !== code) expect((await confirm(debit.id, code)).status).toBe(400);
  expect((await confirm(debit.id, second)).status).toBe(200);
});

test("R5.08 a code of other than six digits is invalid, and takes no try", async ({ buyer }) => {
  const { authorise, confirm, client } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  for (const code of ["12345", "1234567", "abcdef", "١٢٣٤٥٦"]) {
    expect((await confirm(debit.id, code)).body.error?.fields).toEqual({ code: "Code invalid" });
  }
  expect((await client.call(getDirectDebit, { query: { id: debit.id } })).body.direct_debit.tries_left).toBe(5);
});

test("D7.5 of twenty wrong codes at once five are tried", async ({ buyer, services }) => {
  const { authorise, newestCode, confirm } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  const code = await newestCode();
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(debit.id, wrongCode(code))));
  const invalid = answers.filter(({ body }) => body.error?.field_codes?.code === "sms_code_invalid");
  expect(invalid).toHaveLength(4);
  const row = await services.db
    .selectFrom("direct_debits")
    .select("tries_left")
    .where("id", "=", debit.id)
    .executeTakeFirstOrThrow();
  expect(row.tries_left).toBe(0);
});

test("D7.5 a code is good for ten minutes", async ({ buyer, services }) => {
  const { authorise, newestCode, confirm } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  const code = await newestCode();
  services.clock.advance(10 * minuteMs);
  expect((await confirm(debit.id, code)).body.error?.field_codes).toEqual({ code: "sms_code_expired" });
});

test("D7.5 confirmed twice at once, and again later, it is one payment and one mail", async ({
  buyer,
  services,
  mails,
}) => {
  const { id, email, authorise, newestCode, confirm } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  const code = await newestCode();
  const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(debit.id, code)));
  answers.push(await confirm(debit.id, code));
  expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
  expect(new Set(answers.map(({ body }) => body.payment.payment_id)).size).toBe(1);
  expect(await services.db.selectFrom("payments").select("id").where("member_id", "=", id).execute()).toHaveLength(1);
  expect(await mails(email)).toHaveLength(1);
  expect((await confirm(debit.id, wrongCode(code))).body.error?.field_codes).toEqual({ code: "sms_code_invalid" });
});

test("D7.5 a new form replaces the one before; a new code for a confirmed one is refused", async ({ buyer }) => {
  const { authorise, newestCode, confirm, client } = await buyer();
  const first = (await authorise()).body.direct_debit;
  const firstCode = await newestCode();
  const second = (await authorise()).body.direct_debit;
  expect((await confirm(first.id, firstCode)).body.error?.code).toBe("direct_debit_not_found");
  expect((await confirm(second.id, await newestCode())).status).toBe(200);
  expect((await client.call(sendNewCode, { body: { id: second.id } })).status).toBe(404);
});

test("D7.5 a new code can be asked for after a minute, three times an hour", async ({ buyer, services }) => {
  const { authorise, client } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  const early = await client.call(sendNewCode, { body: { id: debit.id } });
  expect([early.status, early.body.error?.code]).toEqual([429, "sms_limit"]);
  expect(early.headers["retry-after"]).toBe("60");
  for (let count = 0; count < 3; count += 1) {
    services.clock.advance(minuteMs);
    expect((await client.call(sendNewCode, { body: { id: debit.id } })).status).toBe(200);
  }
  services.clock.advance(minuteMs);
  expect((await client.call(sendNewCode, { body: { id: debit.id } })).body.error?.code).toBe("sms_limit");
  expect((await authorise()).body.error?.code).toBe("sms_limit");
});

test("D7.5 a number gets few messages, from all members together", async ({ buyer }) => {
  const { phone, authorise } = await buyer();
  for (let count = 0; count < 2; count += 1) expect((await authorise()).status).toBe(200);
  for (let count = 0; count < 4; count += 1) {
    const other = await buyer();
    expect((await other.authorise({ phone })).status).toBe(200);
  }
  const last = await buyer();
  expect((await last.authorise({ phone })).body.error?.code).toBe("sms_limit");
});
