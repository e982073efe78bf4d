import type { Language } from "#contract/constants.ts";
import type { originFields } from "#contract/results.ts";
import type { Tracking } from "#contract/tracking.ts";
import type { SiteSettings } from "#server/site-settings.ts";

export type OriginField = (typeof originFields)[number];
export type Origin = Record<OriginField, string>;

/** The variant is empty unless the site currently compares the variants of that lander. */
export function originOf(
  { compared_landers: compared }: Pick<SiteSettings, "compared_landers">,
  tracking: Tracking | null,
  language: Language,
): Origin {
  const {
    lander = "",
    variant = "",
    slug = "",
    network = "",
    ref = "",
    sub1 = "",
    sub2 = "",
    sub3 = "",
  } = tracking ?? {};
  const counted = compared.some((name) => name === lander) ? variant : "";
  return { lander, slug: lander === "" ? "" : slug, variant: counted, network, ref, sub1, sub2, sub3, language };
}
