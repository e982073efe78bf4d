import { nicheSearch } from "#contract/niches.ts";
import { getOwnProfile, type Profile } from "#contract/profiles.ts";
import type { User } from "#contract/user.ts";
import type { Page } from "#web/lib/page.ts";

type Orientation = Pick<Profile, "gender" | "sexuality">;

/** Whether a member may look for this gender; unknown without their consent to keep it. */
function mayLookFor({ gender, sexuality }: Orientation, otherGender: Profile["gender"]): boolean {
  if (sexuality === null || sexuality === "bi") return sexuality === "bi";
  return (sexuality === "hetero") === (gender !== otherGender);
}

/** That of the niche, with the member's ages; only the ages if they look for others than the niche. */
export async function findFirstSearch(
  page: Page,
  niche: number,
  user: Pick<User, "wanted_ages"> | null,
): Promise<URLSearchParams> {
  const ofNiche = nicheSearch(niche);
  const { gender } = ofNiche;
  const ages = user && { min_age: user.wanted_ages.min, max_age: user.wanted_ages.max };
  const suits = !user || gender === undefined || mayLookFor((await page.load(getOwnProfile)).profile, gender);
  const isAboutAges = ofNiche.min_age !== undefined || ofNiche.max_age !== undefined;
  const search = suits ? { ...(isAboutAges ? null : ages), ...ofNiche } : { ...ages };
  return new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)]));
}
