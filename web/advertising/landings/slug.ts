import { nichePrefixes } from "#contract/niches.ts";

/** Adds the prefix of the site's own niche. The rest is the advertiser's name, and selects nothing. */
export function ownSlug(slug: string, niche: number): string {
  const foreign = nichePrefixes.find((prefix) => prefix !== "" && slug.startsWith(prefix)) ?? "";
  return (nichePrefixes[niche - 1] ?? "") + slug.slice(foreign.length);
}
