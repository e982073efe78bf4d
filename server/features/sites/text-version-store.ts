import { sql } from "kysely";
import type { Language } from "#contract/constants.ts";
import type { EditablePage } from "#contract/page-sections.ts";
import type { Db } from "#server/db/pool.ts";

type Version = { siteId: number; page: EditablePage; language: Language; hash: Buffer; now: Date };

/** Notes a page's hash if it is another one than the newest; returns since when it has been the newest. */
export async function noteVersion(db: Db, { siteId, page, language, hash, now }: Version): Promise<Date> {
  const { rows } = await sql<{ since: Date }>`
    with newest as (
      select since, hash from text_versions
      where site_id = ${siteId} and page = ${page} and language = ${language} order by since desc limit 1
    ), noted as (
      insert into text_versions (site_id, page, language, since, hash)
      select ${siteId}::smallint, ${page}::text, ${language}::text,
        greatest(${now}::timestamptz, (select since + interval '1 ms' from newest)), ${hash}::bytea
      where not exists (select from newest where hash = ${hash})
      on conflict (site_id, page, language, since) do update set hash = excluded.hash returning since
    )
    select since from noted union all select since from newest order by since desc limit 1`.execute(db);
  return rows[0]?.since ?? now;
}
