import { searchMembers } from "#contract/members.ts";
import type { Card } from "#contract/profiles.ts";
import type { Page } from "#web/lib/page.ts";

const membersShown = 8;

/** The first members of the member's usual order (0034). */
export async function loadForMember({ load }: Page): Promise<Card[]> {
  const { members } = await load(searchMembers, { query: { photo: "1" } });
  return members.slice(0, membersShown);
}
