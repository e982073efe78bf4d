import { z } from "zod";
import { dayMs } from "#contract/durations.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteOldStatements } from "./store.ts";

/** Retention in days: so long a statement may explain a later, harder decision, or be needed for a legal claim. */
const keptDays = { statements: 730, answers: 365 };

/** Deletes statements of reasons after two years, those with an objection a year after its answer at the earliest. */
export const purgeStatements = defineJob({
  name: "purge-statements",
  data: z.object({}),
  every: "37 5 * * *",
  run: ({ db, clock }) => {
    const now = clock.now();
    const ago = (days: number) => new Date(now.getTime() - days * dayMs);
    return deleteOldStatements(db, { statements: ago(keptDays.statements), answers: ago(keptDays.answers) }, now);
  },
});
