import type { ScreenHandle } from "#web/lib/page.ts";

export { action, default, loader } from "./likes.tsx";

/** The first of the lists is in the members area (R4.15), and nothing is behind it (R2.10). */
export const handle: ScreenHandle = {
  who: "members",
  texts: ["likes", "swipe"],
  daily: "finding",
  mood: "browsing",
  membersArea: true,
  offersApp: true,
};
