import { forEachRow } from "#server/jobs/for-each-row.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { sealedFolder } from "./rules.ts";
import { deleteSealed, findDueSealed } from "./sealed-store.ts";

/** Erases sealed pictures and recordings once the police has had the time to ask for them. */
export const purgeSealed = defineScheduledJob({
  name: "purge-sealed-photos",
  every: "41 4 * * *",
  run: async (services) => {
    const { db, clock, files } = services;
    const failure = { failure: "a sealed file was not erased", about: ({ id }: { id: number }) => ({ sealed: id }) };
    await forEachRow(services, await findDueSealed(db, clock.now()), failure, async ({ id, photo_id }, inRow) => {
      await files.remove(sealedFolder(photo_id));
      await inRow((trx) => deleteSealed(trx, id));
    });
  },
});
