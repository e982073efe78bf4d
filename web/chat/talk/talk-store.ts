import { createListeners } from "#web/lib/listeners.ts";
import { sessionStore } from "#web/lib/storage.ts";

const { listen, emit } = createListeners();
const leftKey = "talk";
let isNeeded = false;

export const listenToTalkNeed = listen;
/** Whether the page needs the script of calls: there is one, or the member asks for one. */
export const isTalkNeeded = (): boolean => isNeeded;

export function needTalk(): void {
  if (isNeeded) return;
  isNeeded = true;
  emit();
}

type LeftTalk = { id: string; since: number | null };

/** The call that this tab took part in when its page was left; only for the tab's next page. */
export function takeLeftTalk(): LeftTalk | null {
  const left = sessionStore.getItem(leftKey);
  sessionStore.removeItem(leftKey);
  return left === null ? null : JSON.parse(left);
}

/** Only while a page is left, so that a copy of the tab does not take the call over. */
export const keepLeftTalk = (left: LeftTalk): void => sessionStore.setItem(leftKey, JSON.stringify(left));

/** Whether a page that is loaded begins with a call. */
export const hasLeftTalk = (): boolean => sessionStore.getItem(leftKey) !== null;
