import { sql } from "kysely";
import type { SettlementLineKind } from "#contract/settlements.ts";
import type { Db } from "#server/db/pool.ts";

export type SettlementSums = {
  id: string;
  provider: string;
  number: string;
  paid_out_at: Date;
  currency: string;
  payments: number;
  gross: number;
  refunds: number;
  chargebacks: number;
  fees: number;
  net: number;
  mixed: boolean;
};

type Period = { from: Date; until: Date };

/** Payouts of a period with the sums of their lines, the last one first. Index: `settlements_paid_out`. */
export async function listSettlementSums(db: Db, { from, until }: Period, limit: number): Promise<SettlementSums[]> {
  const sum = (kind: SettlementLineKind) =>
    sql`coalesce(sum(l.amount_minor) filter (where l.kind = ${kind} and l.currency = s.currency), 0)::float8`;
  const { rows } = await sql<SettlementSums>`
    select s.id, s.provider, s.number, s.paid_out_at, s.currency, s.fees_minor::float8 as fees, s.net_minor::float8 as net,
      (count(*) filter (where l.kind = 'payment'))::int as payments, ${sum("payment")} as gross,
      ${sum("refund")} as refunds, ${sum("chargeback")} as chargebacks,
      coalesce(bool_or(l.currency <> s.currency), false) as mixed
    from settlements s left join settlement_lines l on l.settlement_id = s.id
    where s.paid_out_at >= ${from} and s.paid_out_at < ${until}
    group by s.id order by s.paid_out_at desc, s.id limit ${limit}`.execute(db);
  return rows;
}

export type BookedLine = {
  settlement_id: string;
  kind: SettlementLineKind;
  reference: string;
  amount: number;
  currency: string;
  times: number;
  payment_id: string | null;
  ours_amount: number | null;
  ours_currency: string | null;
  is_final: boolean;
};

/**
 * The lines of payouts that do not agree with our books, with what these have. Indexes: the references of payments,
 * `refunds_payment`, the chargebacks of a payment, `settlement_lines_reference`.
 */
export async function listDifferingLines(db: Db, settlementIds: readonly string[]): Promise<BookedLine[]> {
  const { rows } = await sql<BookedLine>`
    select * from (
      select l.settlement_id, l.kind, l.reference, l.amount_minor as amount, l.currency, p.id as payment_id,
        (select count(*) from settlement_lines o join settlements t on t.id = o.settlement_id
          where o.kind = l.kind and o.reference = l.reference and t.provider = s.provider)::int as times,
        case l.kind when 'payment' then p.amount_minor when 'refund' then r.amount_minor else c.amount_minor end
          as ours_amount,
        case when l.kind = 'payment' or r.id is not null or c.id is not null then p.currency end as ours_currency,
        case l.kind when 'payment' then p.status = 'completed' when 'refund' then r.status = 'completed'
          else c.id is not null end is true as is_final,
        s.paid_out_at
      from settlement_lines l join settlements s on s.id = l.settlement_id
      left join payments p on p.provider = s.provider and p.provider_reference = l.payment_reference
      left join refunds r on l.kind = 'refund' and r.payment_id = p.id and r.provider_reference = l.reference
      left join chargebacks c on l.kind = 'chargeback' and c.payment_id = p.id and c.provider_reference = l.reference
      where l.settlement_id = any(${[...settlementIds]}::uuid[])
    ) as compared
    where ours_amount is distinct from amount or ours_currency is distinct from currency or not is_final or times > 1
    order by paid_out_at desc, settlement_id, kind, reference`.execute(db);
  return rows;
}

type Missing = { payment_id: string; reference: string | null; at: Date; amount: number; currency: string };

/** Payouts come within days: a payment that is in none for so long is missing. */
export const missingDays = 14;

/**
 * Payments of a period that our books have as paid, of providers whose payouts are known, and that are in none: since
 * the first payout, and up to two weeks before the last one. Index: `payments_completed`.
 */
export async function listMissingPayments(db: Db, { from, until }: Period, limit: number): Promise<Missing[]> {
  const { rows } = await sql<Missing>`
    select p.id as payment_id, p.provider_reference as reference, p.completed_at as at, p.amount_minor as amount,
      p.currency
    from payments p join (
      select provider, min(paid_out_at) as first, max(paid_out_at) as last from settlements group by provider
    ) as s on s.provider = p.provider
    where p.status = 'completed' and p.completed_at >= ${from} and p.completed_at < ${until}
      and p.completed_at >= s.first and p.completed_at < s.last - make_interval(days => ${missingDays})
      and not exists (select from settlement_lines l join settlements t on t.id = l.settlement_id
        where l.kind = 'payment' and l.reference = p.provider_reference and t.provider = p.provider)
    order by p.completed_at desc, p.id limit ${limit}`.execute(db);
  return rows;
}
