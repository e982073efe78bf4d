import { memberCookies } from "#contract/constants.ts";
import { readCookie, setCookie } from "./cookies.ts";
import { createListeners } from "./listeners.ts";
import { localStore } from "./storage.ts";

/** The beginning of the names under which a member's drafts, unsent messages and gifts are stored in this browser. */
export const tracePrefix = "chat-";

const { listen, emit } = createListeners();

export const onTracesDeleted = listen;

/** What is only in the page's memory, such as a chosen photo: the next member of this page must not get it. */
export const forgetMemoryTraces = emit;

export const findTraces = () => localStore.keys().filter((key) => key.startsWith(tracePrefix));

/** Deletes what members left whose session ended in any way. It runs on visitors' pages too. */
export function deleteMemberTraces(): void {
  for (const key of findTraces()) localStore.removeItem(key);
  for (const name of memberCookies) {
    if (readCookie(document.cookie, name) !== undefined) setCookie(name, null);
  }
  emit();
}
