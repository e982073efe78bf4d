import { useCallback } from "react";
import { useRevalidator, useRouteLoaderData } from "react-router";
import type { Settings } from "#contract/sites.ts";
import type { RootData } from "#web/root.tsx";

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

/** Who is logged in; `refresh` after a login, a signup or a logout, before going on. */
export function useSession() {
  const user = useRootData()?.user ?? null;
  const { revalidate } = useRevalidator();
  const refresh = useCallback(() => revalidate(), [revalidate]);
  return { user, refresh };
}
