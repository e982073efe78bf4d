import { z } from "zod";
import { dayOf } from "#contract/days.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { deleteOldPostbacks } from "./postback-store.ts";
import { forgetSubIds } from "./store.ts";

const dayMs = 86_400_000;
/** Days for which results know sub ids, and networks' answers are kept; the privacy page names both. */
const keptDays = { subIds: 90, postbacks: 30 };

/** Takes sub ids out of results after 90 days, and deletes postbacks after 30. */
export const forgetResults = defineJob({
  name: "forget-results",
  data: z.object({}),
  every: "33 4 * * *",
  async run({ db, clock }) {
    const ago = (days: number) => new Date(clock.now().getTime() - days * dayMs);
    await forgetSubIds(db, dayOf(ago(keptDays.subIds)));
    await deleteOldPostbacks(db, ago(keptDays.postbacks));
  },
});
