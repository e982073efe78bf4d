import { nichePrefixes } from "#contract/niches.ts";

/**
 * R1.13: the slug with the prefix of this site's own niche in place of any other niche's. The rest of the slug is the
 * advertiser's own name for the page and selects nothing.
 */
export function ownSlug(slug: string, niche: number): string {
  const foreign = nichePrefixes.find((prefix) => prefix !== "" && slug.startsWith(prefix)) ?? "";
  return (nichePrefixes[niche - 1] ?? "") + slug.slice(foreign.length);
}
