/**
 * What each page of a member has around it, in `web/shell`: React renders it lazily, as visitors have none of it. The
 * build joins what it imports, and a page names it, so that it does not wait for the scripts that render it.
 */
export const memberFrame = ["live", "member-bar", "member-warnings"] as const;
