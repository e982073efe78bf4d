import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { useLocation } from "react-router";
import { type Deck, type DeckCard, getDeck, swipeMember, undoSwipe } from "#contract/swipe.ts";
import type { ApiFailure } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { useLiveEvent } from "#web/lib/live-state.ts";
import { createOutbox, useOutbox } from "#web/lib/outbox.ts";
import { useEvents } from "#web/lib/use-events.ts";
import { useTimeout } from "#web/lib/use-timer.ts";
import { publishMatch } from "#web/likes/matches.ts";
import { refreshLive } from "#web/member-parts/live-queries.ts";
import { findSavedResults, saveResults } from "#web/member-parts/saved-results.ts";
import { changeDeck, countLikesLeft, type DeckState, isKnown, startDeck } from "./deck-state.ts";
import type { Direction } from "./gesture-rules.ts";

/** More members are fetched once this few cards are left. */
const fewCards = 8;

export type Problem = { kind: "swipe" | "undo"; member: DeckCard | null; code: ApiFailure["code"] };

/** What is sent to the server, in this order. */
type Step =
  | { kind: "swipe"; member: DeckCard; to: Direction }
  | { kind: "undo"; id: string; member: DeckCard | null }
  | { kind: "deal" };

type Options = { onProblem: (problem: Problem) => void };

/** The initial cards, and whether the user comes back from the profile of the top one. */
function useStart(loaded: Deck) {
  const { key } = useLocation();
  const [start] = useState(() => {
    const saved = findSavedResults<DeckCard>(key);
    return { deck: startDeck(loaded, saved?.more), returned: saved?.opened !== undefined && saved.opened !== null };
  });
  return { key, ...start };
}

/** A swipe that fails returns its card. More are fetched before the cards run out, and at midnight. */
export function useDeck(loaded: Deck, { onProblem }: Options) {
  const client = useQueryClient();
  const { key, deck, returned } = useStart(loaded);
  const [state, dispatch] = useReducer(changeDeck, deck);
  const [fetching, setFetching] = useState<"no" | "yes" | "failed">("no");
  /** Whether the server has more members than these cards, has none, or answered without any card. */
  const [remaining, setRemaining] = useState<"some" | "none" | "nobody">("some");
  const latest = useRef<DeckState>(state);
  latest.current = state;
  const { add } = useOutbox(createOutbox<Step>, {
    async send({ key: attempt, value: step }) {
      if (step.kind === "deal") {
        const dealt = await call(getDeck);
        const isNew = dealt.members.some((member) => !isKnown(latest.current, member));
        const withoutNew = dealt.members.length > 0 ? "none" : "nobody";
        setRemaining(isNew ? "some" : withoutNew);
        dispatch({ type: "dealt", deck: dealt });
        setFetching("no");
      } else if (step.kind === "undo") {
        dispatch({ type: "restored", ...(await call(undoSwipe, { key: attempt, body: { id: step.id } })) });
      } else {
        const body = { id: step.member.id, like: step.to === "like" };
        const { match, likes, undoable } = await call(swipeMember, { key: attempt, body });
        dispatch({ type: "saved", likes, undoable });
        if (!match) return;
        publishMatch(body.id);
        refreshLive(client, "likes");
      }
    },
    onFailure({ value: step }, { code, loginNeeded }) {
      if (step.kind === "deal") {
        setFetching("failed");
        return null;
      }
      const { kind, member } = step;
      if (kind === "undo") dispatch({ type: "undo_refused", id: step.id, wasShown: member !== null });
      else dispatch({ type: "refused", member: step.member });
      if (kind === "swipe" && memberGoneCodes.has(code)) dispatch({ type: "hidden", id: step.member.id });
      if (!loginNeeded) onProblem({ kind, member, code });
      // another tab or device swiped too, so only the server knows how many likes are left
      if (code === "swipe_likes_spent") deal();
      return null;
    },
  });
  /** Fetches further members, after all unanswered swipes: the server then leaves those members out. */
  const deal = useCallback(() => {
    setFetching("yes");
    void add({ kind: "deal" });
  }, [add]);

  const swipe = useCallback(
    (to: Direction) => {
      const [member] = latest.current.cards;
      if (member === undefined) return;
      latest.current = changeDeck(latest.current, { type: "swiped", to });
      dispatch({ type: "swiped", to });
      void add({ kind: "swipe", member, to });
    },
    [add],
  );
  const undo = useCallback(() => {
    const { last } = latest.current;
    if (last === null) return;
    latest.current = changeDeck(latest.current, { type: "undone" });
    dispatch({ type: "undone" });
    void add({ kind: "undo", id: last.id, member: last.member });
  }, [add]);

  useEffect(() => {
    // an empty deck is fetched once more: only that answer tells whether there are members beyond the preferences
    const mayHaveMore = state.cards.length === 0 ? remaining !== "nobody" : remaining === "some";
    if (state.cards.length < fewCards && fetching === "no" && mayHaveMore) deal();
  }, [state.cards.length, fetching, remaining, deal]);
  useEffect(() => {
    saveResults(key, { more: state.cards, nextCursor: null, opened: null });
  }, [key, state.cards]);
  const { renewed_at: renewedAt, now: answeredAt } = state.likes;
  // from one of the server's times to the other: this browser's clock may be wrong
  const waitMs = Math.max(0, Date.parse(renewedAt) - Date.parse(answeredAt)) + 1_000;
  useTimeout(deal, waitMs, answeredAt);
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
