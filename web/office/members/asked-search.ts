import type { MemberFilters } from "#contract/staff-members.ts";

export const searchPath = "/staff/members";

/** What was searched for, in the history of the page; never in its address. `asked`: when the header sent it. */
export type AskedSearch = { sought: MemberFilters; asked?: number };
