import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

/** A keyed hash in hex; `ground` and `decision` of a picture. */
export type SharedRefusal = {
  kind: "picture" | "mailbox";
  hash: string;
  at: string;
  ground: string | null;
  decision: string | null;
};

/** Makes what is here of an installation's refusals what it has now; answers how many are new, and how many gone. */
export async function replaceRefusals(
  db: Db,
  name: string,
  refusals: readonly SharedRefusal[],
): Promise<{ added: number; removed: number }> {
  const { rows } = await sql<{ added: number; removed: number }>`
    with there as materialized (
      select distinct on (kind, hash) kind, decode(hash, 'hex') as hash, at, ground, decision
      from jsonb_to_recordset(${JSON.stringify(refusals)}::jsonb)
        as r (kind text, hash text, at timestamptz, ground text, decision uuid)
      order by kind, hash, at desc, decision),
    gone as (
      delete from shared_refusals s where installation = ${name}
        and not exists (select from there t where t.kind = s.kind and t.hash = s.hash) returning 1),
    put as (
      insert into shared_refusals as s (kind, hash, installation, decided_at, ground, decision_id)
      select kind, hash, ${name}::text, at, ground, decision from there
      on conflict (kind, hash, installation) do update
        set decided_at = excluded.decided_at, ground = excluded.ground, decision_id = excluded.decision_id,
          lifted = s.lifted and s.decision_id is not distinct from excluded.decision_id
        where (s.decided_at, s.ground, s.decision_id)
          is distinct from (excluded.decided_at, excluded.ground, excluded.decision_id)
      returning xmax = 0 as is_new)
    select (select count(*) from put where is_new)::int as added, (select count(*) from gone)::int as removed`.execute(
    db,
  );
  return rows[0] ?? { added: 0, removed: 0 };
}
