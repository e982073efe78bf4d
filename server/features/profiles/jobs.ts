import { z } from "zod";
import { defineJob } from "#server/jobs/jobs.ts";

/** Notifies a member's open pages that others see the inspected text now (D11.3). */
export const notifyTextShown = defineJob({
  name: "notify-text-shown",
  data: z.object({ member: z.uuid() }),
  keptSeconds: 3_600,
  run: async ({ events }, { member }) => events.publish(member, { type: "about_me" }),
});
