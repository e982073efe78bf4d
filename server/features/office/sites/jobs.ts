import { z } from "zod";
import { maxFictionalProfiles } from "#contract/fictional-profiles.ts";
import { defineJob } from "#server/jobs/jobs.ts";

/** Fills a new site with fictional profiles and their photos, as `npm run site` does; a picture takes a moment. */
export const fillWithFictional = defineJob({
  name: "fill-with-fictional",
  data: z.object({ siteId: z.int(), count: z.int().min(1).max(maxFictionalProfiles) }),
  run: async (services, { siteId, count }) => {
    await services.fillFictional(services, siteId, count);
  },
});
