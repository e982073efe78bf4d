import type { z } from "zod";
import type { barIban as call } from "#contract/staff-payments.ts";
import { barIbanOf, findPaymentById, unbarIbanOf } from "#server/features/payments/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Mutating, StaffContext } from "#server/http/handle.ts";
import type { Logged } from "../staff/audit.ts";

type Input = z.output<typeof call.body>;
type Done = Promise<Logged<{ ok: boolean }>>;

async function changeRefusal(ctx: Mutating<StaffContext>, { payment_id: id, reason }: Input, refused: boolean): Done {
  const { db, now } = ctx;
  const payment = await findPaymentById(db, id);
  if (!payment) throw fail("payment_not_found");
  if (!(await (refused ? barIbanOf(db, id, now) : unbarIbanOf(db, id)))) throw fail("staff_item_gone");
  const action = refused ? "iban_refused" : "iban_accepted";
  return { answer: { ok: true }, log: { action, memberId: payment.member_id, subject: `payment:${id}`, reason } };
}

/** Refuses the bank account of a direct debit from now on, because its holder never agreed. */
export const barIban = (ctx: Mutating<StaffContext>, input: Input): Done => changeRefusal(ctx, input, true);

/** Accepts it again. */
export const unbarIban = (ctx: Mutating<StaffContext>, input: Input): Done => changeRefusal(ctx, input, false);
