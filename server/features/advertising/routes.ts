import { dayOf } from "#contract/days.ts";
import { pageHidden } from "#contract/page-visits.ts";
import { markLeft } from "#server/features/profiles/index.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { countBounce } from "./counts-store.ts";

export const pageVisitsRoutes: Handler[] = [
  handle(pageHidden, async ({ db, viewer, site, now }, { query: { bounce, network = "" } }) => {
    if (viewer) await markLeft(db, new Map([[viewer.memberId, now]]));
    else if (bounce !== undefined) await countBounce(db, { siteId: site.id, day: dayOf(now), screen: bounce, network });
    return { noted: true };
  }),
];
