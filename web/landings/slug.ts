import { nichePrefixes } from "#contract/constants.ts";

/**
 * R1.13: the slug that a site's landing pages have in place of this one: with the prefix of its own niche, and of no
 * other. What follows the prefix is the advertiser's own name for the page and selects nothing.
 */
export function ownSlug(slug: string, niche: number): string {
  const foreign = nichePrefixes.find((prefix) => prefix !== "" && slug.startsWith(prefix)) ?? "";
  return (nichePrefixes[niche - 1] ?? "") + slug.slice(foreign.length);
}
