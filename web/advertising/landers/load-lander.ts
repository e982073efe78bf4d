import { redirect } from "react-router";
import { variantOf } from "#contract/lander-address.ts";
import type { LanderName } from "#contract/landers.ts";
import { mayJoin } from "#contract/tracking.ts";
import { readTracking } from "#web/account/signup-link/tracking.ts";
import { nicheTexts } from "#web/advertising/landings/niche-texts.server.ts";
import { requireOwnSlug } from "#web/advertising/landings/slug.ts";
import { type Page, pageOf } from "#web/lib/page.ts";
import type { Route } from "./alonetonight/+types/page.ts";

type Args = Pick<Route.LoaderArgs, "context" | "request"> & { params: { slug?: string | undefined } };

/** Members go to the search, and a slug of another niche to the site's own. */
export async function loadLander<More extends object>(
  name: LanderName,
  { context, request, params: { slug = "" } }: Args,
  loadMore: (page: Page) => Promise<More>,
) {
  const page = pageOf(context);
  const { search, searchParams } = new URL(request.url);
  if ((await page.user()) !== null) throw redirect("/members");
  // before members are fetched: this stores the visitor's traffic source, which may decide what they see
  const { niche, signups, compared_landers: compared } = await page.settings();
  requireOwnSlug(`/landers/${name}`, slug, niche, search);
  // each request for a compared lander has to reach the server, because the server chooses the variant
  if (compared.includes(name)) page.unshare();
  if (!mayJoin({ signups }, readTracking(request))) throw redirect(`/signup${search}`);
  const more = await loadMore(page);
  return {
    ...more,
    lander: {
      name,
      variant: variantOf(compared, name, searchParams),
      niche: nicheTexts(page.language, niche),
      /** The visitor asked for less data: films don't play by themselves. */
      saveData: request.headers.get("save-data") === "on",
    },
  };
}

export type LoadedLander = Awaited<ReturnType<typeof loadLander>>["lander"];
