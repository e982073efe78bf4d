import { sql } from "kysely";
import type { BenchDatabase } from "./database.ts";
import { logIn } from "./pairs.ts";

/** A member who searches. */
export type SearchingViewer = {
  id: string;
  cookie: string;
  /** The gender they look for; null for both. */
  seeks: "male" | "female" | null;
  country: string;
  region: string;
};

/** 64 of all kinds, each with a session: every eighth looks for their own gender, every eighth for both. */
export async function prepareViewers({ db, siteId }: BenchDatabase): Promise<SearchingViewer[]> {
  const { rows } = await sql<Omit<SearchingViewer, "cookie">>`
    with kinds as (
      select member_id as id, country, region, sexuality, case when sexuality = 'bi' then null when seeks_men then 'male'
          else 'female' end as seeks,
        row_number() over (partition by case sexuality when 'lesbian' then 'gay' else sexuality end
          order by md5(name)) as place
      from profiles where site_id = ${siteId} and listed and region is not null
    )
    select id, country, region, seeks from kinds
    where place <= case when sexuality = 'hetero' then 48 else 8 end order by place`.execute(db);
  return await Promise.all(rows.map(async (row) => ({ ...row, cookie: await logIn(db, row.id) })));
}
