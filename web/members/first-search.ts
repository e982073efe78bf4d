import { nicheSearch } from "#contract/niches.ts";
import { getOwnProfile, type Profile } from "#contract/profiles.ts";
import type { Page } from "#web/lib/page.ts";

type Orientation = Pick<Profile, "gender" | "sexuality">;

/** Whether a member may look for this gender; unknown without their consent to keep it (D11.5). */
function mayLookFor({ gender, sexuality }: Orientation, wanted: Profile["gender"]): boolean {
  if (sexuality === null || sexuality === "bi") return sexuality === "bi";
  return (sexuality === "hetero") === (gender !== wanted);
}

/**
 * The search of someone who has not searched yet, as parameters of an address: that of the site's niche (D2.3). Members
 * who look for others than the niche is about get none.
 */
export async function findFirstSearch(page: Page, niche: number, member: boolean): Promise<URLSearchParams> {
  const search = nicheSearch(niche);
  const { gender } = search;
  if (member && gender !== undefined && !mayLookFor((await page.load(getOwnProfile)).profile, gender)) {
    return new URLSearchParams();
  }
  return new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)]));
}
