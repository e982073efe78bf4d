import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { searchMembers } from "#contract/members.ts";
import type { Card } from "#contract/profiles.ts";
import { call } from "#web/lib/call.ts";
import { usePages } from "#web/lib/use-pages.ts";
import { findSavedResults, saveResults } from "#web/member-parts/saved-results.ts";
import { useNear } from "#web/ui/use-near.ts";
import type { Filters } from "./filters.ts";

type FirstPage = { filters: Filters; members: readonly Card[]; nextCursor: string | null };

type Further = { members: readonly Card[]; nextCursor: string | null };

type ToFocus = FocusOptions & { id: string | null | undefined };

function focusCard(list: HTMLElement | null, { id, ...options }: ToFocus): void {
  if (id) list?.querySelector<HTMLElement>(`[data-member="${id}"]`)?.focus(options);
}

/** Scrolls what the keyboard has focused below `end` back into the window, if it was pushed out. */
function keepFocusInWindow(end: HTMLElement | null): void {
  const focused = document.activeElement;
  const isBelow = (end?.compareDocumentPosition(focused ?? end) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (isBelow && focused?.matches(":focus-visible")) focused.scrollIntoView({ block: "nearest" });
}

/** This many pages load automatically, then only on request: so the user can reach what is below the list. */
const automaticPages = 3;
/** How far before the end of the list the next page is fetched. */
const prefetchMargin = "800px 0px";

/** The new members of next pages, each once: a search that changed meanwhile may repeat some. */
export function newOf(listedMembers: readonly Card[], page: readonly Card[]): Card[] {
  const ids = new Set(listedMembers.map((member) => member.id));
  return page.filter(({ id }) => {
    const isNew = !ids.has(id);
    ids.add(id);
    return isNew;
  });
}

/** Back restores the list and the focus. Needs `cardsEnd` on the element after the cards, `listEnd` on the last one. */
export function useMoreResults({ filters, members: first, nextCursor }: FirstPage) {
  const entry = useLocation().key;
  const cameBack = useNavigationType() === NavigationType.Pop;
  const [restored] = useState(() => (cameBack ? findSavedResults(entry) : undefined));
  const { pages, cursor, state, load } = usePages<Further>(
    (loadedPages) => (loadedPages.at(-1) ?? { nextCursor }).nextCursor,
    async (after): Promise<Further> => {
      const answer = await call(searchMembers, { query: { ...filters, cursor: after } });
      return { members: newOf(members, answer.members), nextCursor: answer.next_cursor };
    },
    restored && [{ members: restored.more, nextCursor: restored.nextCursor }],
  );
  const [addedCount, setAddedCount] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const cardsEnd = useRef<HTMLDivElement>(null);
  const listEnd = useRef<HTMLParagraphElement>(null);
  const automaticCount = useRef(0);
  const [toFocus, setToFocus] = useState({ id: restored?.opened, preventScroll: true });

  const furtherMembers = pages.flatMap((page) => page.members);
  const members = [...first, ...newOf(first, furtherMembers)];

  useEffect(() => focusCard(list.current, toFocus), [toFocus]);
  // a page that loads by itself may come when Tab has led below the list
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page moves what is below it
  useLayoutEffect(() => keepFocusInWindow(cardsEnd.current), [pages]);

  async function loadMore(onRequest: boolean): Promise<void> {
    const page = await load();
    if (page === null) return;
    setToFocus({ id: onRequest ? page.members[0]?.id : null, preventScroll: false });
    automaticCount.current = onRequest ? 0 : automaticCount.current + 1;
    setAddedCount(page.members.length);
    const more = [...furtherMembers, ...page.members];
    saveResults(entry, { more, nextCursor: page.nextCursor, opened: null });
  }

  const loadAutomatically = () => automaticCount.current < automaticPages && void loadMore(false);
  useNear(listEnd, loadAutomatically, { margin: prefetchMargin, key: state === "idle" ? cursor : null });

  function saveOpenedCard(target: EventTarget): void {
    const card = target instanceof Element ? target.closest("[data-member]") : null;
    const opened = card?.getAttribute("data-member");
    if (opened) saveResults(entry, { more: furtherMembers, nextCursor: cursor, opened });
  }

  return { members, cursor, state, addedCount, load: () => loadMore(true), list, cardsEnd, listEnd, saveOpenedCard };
}
