import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { Card } from "#contract/profiles.ts";
import { type Deck, getDeck, swipeMember, undoSwipe } from "#contract/swipe.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { refreshLive } from "#web/lib/live-queries.ts";
import { useLiveEvent } from "#web/lib/live-state.ts";
import { createTaskQueue } from "#web/lib/task-queue.ts";
import { useEvents } from "#web/lib/use-events.ts";
import { publishMatch } from "#web/likes/matches.ts";
import { findSavedResults, saveResults } from "#web/member-parts/saved-results.ts";
import { changeDeck, countLikesLeft, type DeckState, isKnown, startDeck } from "./deck-state.ts";
import type { Direction } from "./gesture-rules.ts";

/** More members are fetched once this few cards are left. */
const fewCards = 8;
/** The longest time in milliseconds that a browser's timer can wait. */
const longestTimer = 2 ** 31 - 1;

/** A failure, for the screen to show. */
export type Problem = { kind: "swipe" | "undo"; member: Card | null; code: ApiFailure["code"] };

type Options = { onProblem: (problem: Problem) => void };

/** The initial cards, and whether the user comes back from the profile of the top one. */
function useStart(loaded: Deck) {
  const { key } = useLocation();
  const [start] = useState(() => {
    const saved = findSavedResults(key);
    return { deck: startDeck(loaded, saved?.more), returned: saved?.opened !== undefined && saved.opened !== null };
  });
  return { key, ...start };
}

/**
 * The deck (D5.2): swipes are shown at once, and sent in the background one after the other. If one fails, its card
 * returns. Further members are fetched before the cards run out, at midnight, and when the tab becomes visible again.
 */
export function useDeck(loaded: Deck, { onProblem }: Options) {
  const client = useQueryClient();
  const { key, deck, returned } = useStart(loaded);
  const [state, dispatch] = useReducer(changeDeck, deck);
  const [fetching, setFetching] = useState<"no" | "yes" | "failed">("no");
  /** Whether the server has more members than these cards, has none, or answered without any card. */
  const [remaining, setRemaining] = useState<"some" | "none" | "nobody">("some");
  const latest = useRef<DeckState>(state);
  latest.current = state;
  const latestOnProblem = useRef(onProblem);
  latestOnProblem.current = onProblem;

  const [enqueue] = useState(createTaskQueue);

  const fetchMore = useCallback(async () => {
    try {
      const dealt = await call(getDeck);
      const isNew = dealt.members.some((member) => !isKnown(latest.current, member));
      const withoutNew = dealt.members.length > 0 ? "none" : "nobody";
      setRemaining(isNew ? "some" : withoutNew);
      dispatch({ type: "dealt", deck: dealt });
      setFetching("no");
    } catch (error) {
      setFetching("failed");
      if (!(error instanceof ApiFailure)) throw error;
    }
  }, []);
  /** Fetches further members, after all unanswered swipes: the server then leaves those members out. */
  const deal = useCallback(() => {
    setFetching("yes");
    void enqueue(fetchMore);
  }, [enqueue, fetchMore]);

  const sendSwipe = useCallback(
    async (member: Card, to: Direction) => {
      try {
        const { match, likes, undoable } = await call(swipeMember, { body: { id: member.id, like: to === "like" } });
        dispatch({ type: "saved", likes, undoable });
        if (!match) return;
        publishMatch(member.id);
        refreshLive(client, "likes");
      } catch (error) {
        dispatch({ type: "refused", member });
        if (!(error instanceof ApiFailure)) throw error;
        if (memberGoneCodes.has(error.code)) dispatch({ type: "hidden", id: member.id });
        if (!error.loginNeeded) latestOnProblem.current({ kind: "swipe", member, code: error.code });
        // another tab or device swiped too, so only the server knows how many likes are left
        if (error.code === "swipe_likes_spent") deal();
      }
    },
    [client, deal],
  );

  const sendUndo = useCallback(async (id: string, member: Card | null) => {
    try {
      dispatch({ type: "restored", ...(await call(undoSwipe, { body: { id } })) });
    } catch (error) {
      dispatch({ type: "undo_refused", id, wasShown: member !== null });
      if (!(error instanceof ApiFailure)) throw error;
      if (!error.loginNeeded) latestOnProblem.current({ kind: "undo", member, code: error.code });
    }
  }, []);

  const swipe = useCallback(
    (to: Direction) => {
      const [member] = latest.current.cards;
      if (member === undefined) return;
      latest.current = changeDeck(latest.current, { type: "swiped", to });
      dispatch({ type: "swiped", to });
      void enqueue(() => sendSwipe(member, to));
    },
    [enqueue, sendSwipe],
  );
  const undo = useCallback(() => {
    const { last } = latest.current;
    if (last === null) return;
    latest.current = changeDeck(latest.current, { type: "undone" });
    dispatch({ type: "undone" });
    void enqueue(() => sendUndo(last.id, last.member));
  }, [enqueue, sendUndo]);

  useEffect(() => {
    // an empty deck is fetched once more: only that answer tells whether there are members beyond the preferences
    const mayHaveMore = state.cards.length === 0 ? remaining !== "nobody" : remaining === "some";
    if (state.cards.length < fewCards && fetching === "no" && mayHaveMore) deal();
  }, [state.cards.length, fetching, remaining, deal]);
  useEffect(() => {
    saveResults(key, { more: state.cards, nextCursor: null, opened: null });
  }, [key, state.cards]);
  useEffect(() => {
    const waitMs = Math.max(0, Date.parse(state.likes.renewed_at) - Date.now()) + 1_000;
    const timer = setTimeout(deal, Math.min(waitMs, longestTimer));
    return () => clearTimeout(timer);
  }, [state.likes.renewed_at, deal]);
  useEvents("visibilitychange", () => !document.hidden && deal());
  useLiveEvent((event) => {
    if (event.type === "member_hidden") dispatch({ type: "hidden", id: event.member });
  });

  /** Stores that the user opens the top card's profile, so that Back returns to the same card. */
  const saveOpenedCard = useCallback(() => {
    const { cards } = latest.current;
    saveResults(key, { more: cards, nextCursor: null, opened: cards[0]?.id ?? null });
  }, [key]);

  return { ...state, left: countLikesLeft(state), fetching, swipe, undo, deal, saveOpenedCard, returned };
}

/** Errors that mean that the member can't be shown any more: their card must not return. */
const memberGoneCodes = new Set<ApiFailure["code"]>(["profile_not_found", "blocked_by_you"]);
