import { useCallback } from "react";
import { type NavigateOptions, useNavigate, useRevalidator, useRouteLoaderData } from "react-router";
import type { User } from "#contract/account.ts";
import type { AnswerOf } from "#contract/call.ts";
import type { getCompanyInfo, Settings } from "#contract/sites.ts";
import type { Mode } from "./appearance.ts";

/** What the root loader (`web/root.tsx`) finds for every page. */
export type RootData = {
  settings: Settings;
  company: AnswerOf<typeof getCompanyInfo>["company"];
  user: User | null;
  counts: { unread: number; newLikes: number };
  origin: string;
  signupsOpen: boolean;
  mode: Mode;
  timeZone: string;
  /** Scripts that the first paint leads to, and that no other file names. */
  early: string[];
  /** How much of the texts is there when the page comes to life. */
  texts: "first" | "all";
};

/** What the root loader found; undefined only where that itself failed (the error page). */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>("root");
}

/** The site's settings: its name, theme, prices and limits. */
export function useSettings(): Settings {
  const found = useRootData();
  if (found === undefined) throw new Error("the site's settings are not loaded");
  return found.settings;
}

let changed = false;

/** Whether somebody has logged in since the root was loaded, so that it is loaded again with the next page. */
export const sessionChanged = () => changed;
export const sessionIsKnown = () => {
  changed = false;
};

let ending = false;

/** Whether this page ends its session itself: that a call then finds nobody logged in is no news (R6.09). */
export const sessionIsEnding = () => ending;

/**
 * Who is logged in; `refresh` where that changed and the page stays. `goOn` goes to another page: it comes together
 * with who is logged in then, and what is shown until it comes stays as it is. `leave` is for what ends the session
 * here and goes on afterwards: what is under way meanwhile does not lead to the login.
 */
export function useSession() {
  const user = useRootData()?.user ?? null;
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const refresh = useCallback(() => revalidate(), [revalidate]);
  const goOn = useCallback(
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
  return { user, refresh, goOn, leave };
}
