import { defineFeature } from "#server/feature.ts";
import { notifyTextShown } from "./jobs.ts";
import { memberData } from "./member-data.ts";
import { profilesRoutes } from "./routes.ts";

export { invalidateViewer, loadCachedViewer } from "./cached-viewer.ts";
export { editFictional, findFictional, lockFictional } from "./fictional-store.ts";
export { approveAboutMe, listWaitingTexts, rejectAboutMe, waitingTextOf } from "./inspect-about-me.ts";
export { listProfile } from "./listing-store.ts";
export {
  loadCard,
  loadCards,
  loadIntroduction,
  loadProfile,
  loadViewer,
  type ViewContext,
  type ViewerProfile,
} from "./load-cards.ts";
export { seeksOf, sexualityOf } from "./orientation.ts";
export { markActive, markAllActive } from "./presence-store.ts";
export { newSince, onlineSince } from "./rules.ts";
export { createProfile, findConsents, findJoined, findViewer, type NewProfile } from "./store.ts";
export { withdrawConsents } from "./withdraw-consents.ts";

export const profiles = defineFeature({
  routes: profilesRoutes,
  jobs: [notifyTextShown],
  memberData,
});
