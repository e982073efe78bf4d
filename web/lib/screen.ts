import { useMatches } from "react-router";
import type { ScreenHandle } from "./page.ts";

/** What is safe for a new screen. */
const unsaid = {
  who: "everyone",
  texts: [],
  mood: "writing",
  bar: "navigation",
  entryWarning: true,
  languageSwitcher: true,
} as const;

export type Screen = ScreenHandle & Required<Pick<ScreenHandle, keyof typeof unsaid>>;

/** The screen of a page, by the handles of its routes from the root to the innermost. */
export const screenOf = (handles: readonly unknown[]): Screen => ({
  ...unsaid,
  ...handles.findLast((handle): handle is ScreenHandle => handle !== undefined),
});

export const useScreen = (): Screen => screenOf(useMatches().map(({ handle }) => handle));

export const hasNavigation = ({ bar }: Screen): boolean => bar === "navigation" || bar === "actions";

/** Whether a dialog may open by itself on this screen; a short notice always may. */
export const allowsDialogs = ({ mood }: Pick<Screen, "mood">): boolean => mood === "browsing";

/** Whether alerts that ask the member for something may stand above this screen. */
export const allowsAlerts = ({ mood }: Pick<Screen, "mood">): boolean => mood === "browsing" || mood === "writing";
