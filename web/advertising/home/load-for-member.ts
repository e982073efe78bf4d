import { searchMembers } from "#contract/members.ts";
import type { Page } from "#web/lib/page.ts";

const membersShown = 8;

/** The first members of the search in its default order (0107). */
export async function loadForMember({ load }: Page) {
  const { members } = await load(searchMembers, { query: { photo: "1" } });
  return { members: members.slice(0, membersShown) };
}
