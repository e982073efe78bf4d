import { lastSearchCookie } from "#contract/constants.ts";
import { setCookie } from "./cookies.ts";
import { localStore } from "./storage.ts";

/** The beginning of the names under which a member's drafts, unsent messages and gifts are stored in this browser. */
export const tracePrefix = "chat-";

const findTraces = () => localStore.keys().filter((key) => key.startsWith(tracePrefix));

/**
 * Deletes what this browser holds of members who are no longer logged in, however their session ended: drafts, unsent
 * messages, and the last search. It runs on visitors' pages too.
 */
export function deleteMemberTraces(): void {
  for (const key of findTraces()) localStore.removeItem(key);
  if (document.cookie.includes(`${lastSearchCookie}=`)) setCookie(lastSearchCookie, "", 0);
}
