import { redirect } from "react-router";
import { nichePrefixes } from "#contract/niches.ts";

/** Adds the prefix of the site's own niche. The rest is the advertiser's name, and selects nothing. */
export function ownSlug(slug: string, niche: number): string {
  const foreign = nichePrefixes.find((prefix) => prefix !== "" && slug.startsWith(prefix)) ?? "";
  return (nichePrefixes[niche - 1] ?? "") + slug.slice(foreign.length);
}

/** Redirects an address of this page whose slug has another niche's prefix, or none of the site's own. */
export function requireOwnSlug(page: string, slug: string, niche: number, search: string): void {
  const own = ownSlug(slug, niche);
  if (slug === "" || own === slug) return;
  throw redirect(`${page}${own === "" ? "" : `/${encodeURIComponent(own)}`}${search}`);
}
