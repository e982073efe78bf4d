import type { AnswerOf } from "#contract/call.ts";
import { getMemberCounts, searchMembers } from "#contract/members.ts";
import { nicheSearch } from "#contract/niches.ts";
import type { Card } from "#contract/profiles.ts";
import { answerOr } from "#web/lib/api.ts";
import type { Page } from "#web/lib/page.ts";
import { findVisitorAccess } from "#web/search/visitors-see.ts";

export type Face = Card & { main_image: NonNullable<Card["main_image"]> };

const hasFace = (member: Card): member is Face =>
  !member.fictional && member.main_image !== null && member.main_image.locked === null;

/** Members with a photo, without fictional profiles: women and men alternate, each in the order of the search. */
export function mixMembers(members: readonly Card[]): Face[] {
  const faces = members.filter(hasFace);
  const women = faces.filter(({ gender }) => gender === "female");
  const men = faces.filter(({ gender }) => gender === "male");
  const turns = Array.from({ length: Math.max(women.length, men.length) }, (_, at) => [women[at], men[at]]);
  return turns.flat().filter((member) => member !== undefined);
}

/** Finds some if this visitor may open the search anyway, on a niche's site those of its first search. */
export async function findOpenMembers(page: Page, request: Request, query: object = {}): Promise<Card[]> {
  const settings = await page.settings();
  if (findVisitorAccess(settings, request) === "none") return [];
  const search = page.call(searchMembers, { query: { ...nicheSearch(settings.niche), photo: "1", ...query } });
  return (await answerOr(search, { members: [] })).members;
}

type Counts = AnswerOf<typeof getMemberCounts>;

/** About how many members there are of each kind; nothing if the site shows visitors no members. */
export async function findCounts(page: Page, country?: string): Promise<Counts> {
  const none = { members: 0, lately: 0, interests: {}, regions: {} };
  return await answerOr(page.call(getMemberCounts, { query: { country } }), none);
}
