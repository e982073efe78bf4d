import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { Clock } from "#server/lib/clock.ts";
import { type PaymentProvider, PaymentRefused, ProviderFailure } from "#server/ports/payments/port.ts";

/** So many failures within this time make a provider count as down, for this long. */
const failures = { count: 3, withinSeconds: 60, passedOverSeconds: 30 };

/**
 * Names of the providers that can't be reached, by the orders of all processes. One that answers, even with a refusal,
 * is up; after `passedOverSeconds` the next order tries it again.
 */
export async function listDown(db: Db, now: Date): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ provider: string }>`
    select provider from provider_failures
    where failed_at > ${now}::timestamptz - make_interval(secs => ${failures.withinSeconds + failures.passedOverSeconds})
    group by provider
    having max(failed_at) > ${now}::timestamptz - make_interval(secs => ${failures.passedOverSeconds})
      and (array_agg(failed_at order by failed_at desc))[${failures.count}]
        > max(failed_at) - make_interval(secs => ${failures.withinSeconds})`.execute(db);
  return new Set(rows.map(({ provider }) => provider));
}

async function noteFailure(db: Db, provider: string, now: Date): Promise<void> {
  await sql`
    with old as (
      delete from provider_failures where provider = ${provider}
        and failed_at < ${now}::timestamptz - make_interval(secs => ${failures.withinSeconds + failures.passedOverSeconds})
    )
    insert into provider_failures (provider, failed_at) values (${provider}, ${now})`.execute(db);
}

/** Runs an order's question to a provider, and notes for all processes whether it answered. */
export async function observe<T>(
  { db, clock }: { db: Db; clock: Clock },
  { name }: Pick<PaymentProvider, "name">,
  ask: () => Promise<T>,
): Promise<T> {
  const isUp = async () => {
    await db.deleteFrom("provider_failures").where("provider", "=", name).execute();
  };
  try {
    const answer = await ask();
    await isUp();
    return answer;
  } catch (error) {
    const isAnswer = error instanceof PaymentRefused || (error instanceof ProviderFailure && !error.isDown);
    await (isAnswer ? isUp() : noteFailure(db, name, clock.now()));
    throw error;
  }
}
