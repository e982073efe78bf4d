import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { queueNames } from "#contract/office.ts";
import { expect, test } from "#server/test.ts";
import { dueItems } from "./queue-store.ts";

test.for(queueNames)(
  "quality: an index gives the oldest items of %s, however many wait",
  async (queue, { services }) => {
    const plan = await services.db.transaction().execute(async (db) => {
      // an empty table would be read as a whole; without these a plan shows whether an index has the order
      for (const off of ["enable_seqscan", "enable_sort", "enable_bitmapscan", "enable_hashjoin", "enable_mergejoin"])
        await sql`select set_config(${off}, 'off', true)`.execute(db);
      const staff = { staffId: randomUUID(), role: "admin", sites: null } as const;
      const items = dueItems({ queue, staff, now: new Date(), after: null, limit: 12 });
      const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${items}`.execute(db);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    });
    expect(plan).not.toMatch(/Seq Scan/);
    // an incremental sort orders only the items of one moment
    expect(plan).not.toMatch(/(?<!Incremental )Sort {2}/);
  },
);
