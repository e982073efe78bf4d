import { useMatches } from "react-router";
import type { SearchEngineListing } from "#contract/public-pages.ts";
import type { Catalogs } from "./catalogs.ts";

/** What a route declares about its screen: `export const handle: ScreenHandle = { … }`. A layout may do so for its routes. */
export type ScreenHandle = {
  /** Who may see it. Its loader redirects all others, and its calls check the same. */
  who: "everyone" | "visitors" | "members" | "staff";
  /** The catalogs that the screen reads at once; parts that load later may read others. */
  texts: readonly (keyof Catalogs)[];
  /** The first of a site's choices with which search engines may list it (D10.3); without it, none may. */
  listed?: Exclude<SearchEngineListing, "none">;
};

/** The screen of a page, by the handles of its routes from the root to the innermost; undefined: no route matches. */
export const screenOf = (handles: readonly unknown[]): ScreenHandle | undefined =>
  handles.findLast((handle): handle is ScreenHandle => handle !== undefined);

/** What the current page's route declares; undefined if there is no such page. */
export const useScreen = (): ScreenHandle | undefined => screenOf(useMatches().map(({ handle }) => handle));
