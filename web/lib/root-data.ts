import { useCallback } from "react";
import { type NavigateOptions, useNavigate, useRevalidator, useRouteLoaderData } from "react-router";
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

let changed = false;

/** Whether somebody has logged in since the root was loaded, so that it is loaded again with the next page. */
export const sessionChanged = () => changed;
export const sessionIsKnown = () => {
  changed = false;
};

/**
 * Who is logged in; `refresh` after a login or a logout, before going on. `enter` does both at once: the next page
 * comes together with who is logged in, and what is shown until then stays as it is.
 */
export function useSession() {
  const user = useRootData()?.user ?? null;
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const refresh = useCallback(() => revalidate(), [revalidate]);
  const enter = useCallback(
    async (path: string, options: NavigateOptions = {}) => {
      changed = true;
      await navigate(path, options);
    },
    [navigate],
  );
  return { user, refresh, enter };
}
