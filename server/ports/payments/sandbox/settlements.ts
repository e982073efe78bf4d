import { sql } from "kysely";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/db/pool.ts";
import type { ListedSettlement, SettlementLine } from "#server/ports/payments/port.ts";

type Period = { from: Date; until: Date };

/** SQL: what moved in a period, by the time at which the sandbox booked it. */
const moved = ({ from, until }: Period) => sql`
  select 'payment' as kind, reference, reference as payment, amount_minor as amount, currency, completed_at as at
  from sandbox_payments where completed_at >= ${from} and completed_at < ${until}
  union all
  select 'refund', r.reference, p.reference, r.amount_minor, p.currency, r.completed_at
  from sandbox_refunds r join sandbox_payments p on p.reference = r.payment_reference
  where r.completed_at >= ${from} and r.completed_at < ${until}
  union all
  select 'chargeback', c.reference, p.reference, c.amount_minor, p.currency, c.created_at
  from sandbox_chargebacks c join sandbox_payments p on p.reference = c.payment_reference
  where c.created_at >= ${from} and c.created_at < ${until}`;

/** The sandbox takes 0.25 and 1.8 % of each payment, and pays the rest out after midnight, in UTC. */
const fee = sql`case when kind = 'payment' then 25 + round(amount * 0.018) else 0 end`;

type Sum = { day: string; currency: string; net: number; fees: number };

/** A settlement for each day that is over and each currency, named after both. */
export async function listSandboxSettlements(db: Db, { from, until }: Period, now: Date): Promise<ListedSettlement[]> {
  const today = new Date(dayOf(now));
  const period = { from: new Date(dayOf(from)), until: until < today ? until : today };
  const { rows } = await sql<Sum>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, currency, sum(${fee})::float8 as fees,
      (sum(case when kind = 'payment' then amount else -amount end) - sum(${fee}))::float8 as net
    from (${moved(period)}) as moved group by 1, 2 order by 1, 2`.execute(db);
  return rows.map(({ day, currency, net, fees }) => ({
    ...{ reference: `ss_${day}_${currency}`, number: `${day}.${currency}`, currency, net, fees },
    paidOutAt: new Date(Date.parse(day) + dayMs),
  }));
}

/** The lines of a settlement by its reference; none if there is no such one. */
export async function listSandboxLines(db: Db, reference: string): Promise<SettlementLine[]> {
  const [, day, currency] = /^ss_(\d{4}-\d{2}-\d{2})_([A-Z]{3})$/.exec(reference) ?? [];
  if (day === undefined || currency === undefined) return [];
  const from = new Date(day);
  const { rows } = await sql<SettlementLine>`
    select kind, reference, payment, amount, currency
    from (${moved({ from, until: new Date(from.getTime() + dayMs) })}) as moved
    where currency = ${currency} order by kind, reference`.execute(db);
  return rows;
}
