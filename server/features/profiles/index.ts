import { defineFeature } from "#server/feature.ts";
import { notifyTextShown } from "./jobs.ts";
import { memberData } from "./member-data.ts";
import { profilesRoutes } from "./routes.ts";

export { createProfile, type NewProfile } from "./create-profile.ts";
export { approveAboutMe, listWaitingTexts, rejectAboutMe, waitingTextOf } from "./inspect-about-me.ts";
export { forgetViewer, loadKnownViewer } from "./known-viewer.ts";
export { listProfile } from "./list-profile.ts";
export {
  loadCard,
  loadCards,
  loadIntroduction,
  loadProfile,
  loadViewer,
  type ViewContext,
  type ViewerProfile,
} from "./load-cards.ts";
export { markActive, markAllActive } from "./mark-active.ts";
export { seeksOf, sexualityOf } from "./orientation.ts";
export { newSince, onlineSince } from "./rules.ts";
export { findViewer, isAnsweredByProgram } from "./store.ts";

export const profiles = defineFeature({
  routes: profilesRoutes,
  jobs: [notifyTextShown],
  memberData,
});
