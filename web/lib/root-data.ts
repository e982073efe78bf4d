import { createContext, use, useCallback } from "react";
import { type NavigateOptions, useNavigate, useRevalidator, useRouteLoaderData } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import type { getCompanyInfo, Settings } from "#contract/sites.ts";
import type { User } from "#contract/user.ts";
import type { Mode } from "./appearance.ts";
import type { TextPart } from "./text-parts.ts";
import type { WelcomeAnswer } from "./time-bonus.ts";

/** The data that the root loader (`web/root.tsx`) loads for every page. */
export type RootData = {
  settings: Settings;
  company: AnswerOf<typeof getCompanyInfo>["company"];
  user: User | null;
  counts: { unread: number; newLikes: number };
  /** The welcome discount of a new member; null: none. */
  bonus: WelcomeAnswer | null;
  /** R1.12; null in other languages than English. */
  usFooter: { title: string; text: string; records: string | null } | null;
  origin: string;
  signupsOpen: boolean;
  mode: Mode;
  timeZone: string;
  /** R2.15; empty on other devices than iPhones and iPads. */
  splash: readonly { href: string; media: string }[];
  /** The prefix of the build's files; empty unless another host serves them. */
  filesHost: string;
  /** Scripts to preload: those needed right after the first paint that no other file names. */
  early: string[];
  /** The style sheet of what only members see; visitors get none. */
  memberStyles: string | undefined;
  /** The parts of the texts that are loaded when the page is hydrated. */
  texts: readonly TextPart[];
  /** The page came from a shared cache or may go into one, so its settings name no country. */
  shared: boolean;
};

/** The root data of a shared page with its visitor's country, which only `VisitorCountry` knows; null without one. */
export const LocatedContext = createContext<RootData | null>(null);

/** The data of the root loader; undefined only if that loader itself failed (the error page). */
export function useRootData(): RootData | undefined {
  const data = useRouteLoaderData<RootData>("root");
  return use(LocatedContext) ?? data;
}

/** The site's settings: its name, theme, prices and limits. */
export function useSettings(): Settings {
  const found = useRootData();
  if (found === undefined) throw new Error("the site's settings are not loaded");
  return found.settings;
}

let changed = false;

/** Whether the session has changed since the root was loaded; if so, the next page loads the root again. */
export const sessionChanged = () => changed;
export const sessionLoaded = () => {
  changed = false;
};

let ending = false;

/** Whether this page is ending its session itself: a call that then finds no login is expected (R6.09). */
export const sessionIsEnding = () => ending;

/**
 * The logged-in user; `refresh` fetches it again if it changed and the page stays. `continueTo` navigates to another
 * page, and loads the user with it; the old page stays until then. `leave` runs work that ends the session: while it
 * runs, calls that fail because no member is logged in do not redirect to the login.
 */
export function useSession() {
  const user = useRootData()?.user ?? null;
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const refresh = useCallback(() => revalidate(), [revalidate]);
  const continueTo = useCallback(
    async (path: string, options: NavigateOptions = {}) => {
      changed = true;
      await navigate(path, options);
    },
    [navigate],
  );
  const leave = useCallback(async (work: () => Promise<void>) => {
    ending = true;
    try {
      await work();
    } finally {
      ending = false;
    }
  }, []);
  return { user, refresh, continueTo, leave };
}
