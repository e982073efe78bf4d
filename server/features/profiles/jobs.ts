import { z } from "zod";
import { withEmit } from "#server/emit.ts";
import { defineJob } from "#server/jobs/jobs.ts";

/** Notifies a member's open pages that others see the inspected text now (D11.3). */
export const notifyTextShown = defineJob({
  name: "notify-text-shown",
  data: z.object({ member: z.uuid() }),
  keptSeconds: 3_600,
  run: ({ events }, { member }) => withEmit(events, async (emit) => emit(member, { type: "about_me" })),
});
