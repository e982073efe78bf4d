import { z } from "zod";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteOldPostbacks } from "./postback-store.ts";
import { eraseSubIds } from "./store.ts";

/** For how many days sub ids and the networks' answers are stored. The privacy page names both. */
const keptDays = { subIds: 90, postbacks: 30 };

/** Removes sub ids from results after 90 days, and deletes postbacks after 30. */
export const purgeResults = defineJob({
  name: "forget-results",
  data: z.object({}),
  every: "33 4 * * *",
  async run({ db, clock }) {
    const ago = (days: number) => new Date(clock.now().getTime() - days * dayMs);
    await eraseSubIds(db, dayOf(ago(keptDays.subIds)));
    await deleteOldPostbacks(db, ago(keptDays.postbacks));
  },
});
