import { createContext, use, useCallback } from "react";
import {
  isRouteErrorResponse,
  type NavigateOptions,
  useNavigate,
  useRevalidator,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import type { getDiscountCode } from "#contract/discounts.ts";
import type { getCompanyInfo, Settings } from "#contract/sites.ts";
import type { User } from "#contract/user.ts";
import type { Mode } from "./appearance.ts";
import type { Frame, LoadFailure } from "./page.ts";
import { markSessionStale } from "./shown-member.ts";

/** The data that the root loader (`web/root.tsx`) loads for every page. */
export type RootData = {
  settings: Settings;
  company: AnswerOf<typeof getCompanyInfo>["company"];
  user: User | null;
  counts: { unread: number; newLikes: number };
  /** The welcome discount of a new member; null: none. */
  bonus: AnswerOf<typeof getDiscountCode> | null;
  /** R1.12; null in other languages than English. */
  usFooter: { title: string; text: string; records: string | null } | null;
  origin: string;
  signupsOpen: boolean;
  mode: Mode;
  timeZone: string;
  /** R2.15; empty on other devices than iPhones and iPads. */
  splash: readonly { href: string; media: string }[];
  /** The style sheet of what only members see; visitors get none. */
  memberStyles: string | undefined;
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

/** What a loader threw; null for any other error. An error of the router itself has a text there, without fields. */
export const loadFailureOf = (error: unknown): Partial<LoadFailure> | null =>
  isRouteErrorResponse(error) ? error.data : null;

/** What the page shows of its site also if the root loader failed; undefined: not even that is known. */
export function useFrame(): Frame | undefined {
  const root = useRootData();
  const error = useRouteError();
  return root ?? loadFailureOf(error)?.frame;
}

export function useSettings(): Settings {
  const root = useRootData();
  if (root === undefined) throw new Error("the site's settings are not loaded");
  return root.settings;
}

let sessionEnding = false;

/** Whether this page logs the member out, until it is gone: then a call that fails for lack of a login is expected. */
export const isSessionEnding = () => sessionEnding;
/** For when the member's page is gone. */
export const markSessionEnded = () => {
  sessionEnding = false;
};

/**
 * Functions for when the logged-in user (`useMember`) changes:
 * - `refresh` loads the user again, on the same page.
 * - `continueTo` navigates to another page, and loads the user with it. The old page stays until then.
 * - `runWhileSessionEnds` runs a task that logs the member out, and returns null if that failed. Calls that fail for
 *   lack of a login do not redirect to the login, until the member's page is gone: an answer may come after the task.
 */
export function useSession() {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const refresh = useCallback(() => {
    markSessionStale();
    return revalidate();
  }, [revalidate]);
  const continueTo = useCallback(
    async (path: string, options: NavigateOptions = {}) => {
      markSessionStale();
      await navigate(path, options);
    },
    [navigate],
  );
  const runWhileSessionEnds = useCallback(async <T>(task: () => Promise<T | null>): Promise<T | null> => {
    sessionEnding = true;
    let answer: T | null = null;
    try {
      answer = await task();
    } finally {
      if (answer === null) markSessionEnded();
    }
    return answer;
  }, []);
  return { refresh, continueTo, runWhileSessionEnds };
}
