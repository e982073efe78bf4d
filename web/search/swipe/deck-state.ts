import type { Deck, DeckCard, SwipeLikes } from "#contract/swipe.ts";
import type { Direction } from "./gesture-rules.ts";

/** A swipe, or an undo of one, that the server has not answered yet. */
type Unanswered = { id: string; likes: -1 | 0 | 1 };

/** The deck as it is shown: the server's last answer, and the swipes since. */
export type DeckState = {
  cards: readonly DeckCard[];
  /** The server's last number; `countLikesLeft` also counts unanswered swipes. */
  likes: SwipeLikes;
  sent: readonly Unanswered[];
  /** The last swipe, if it can be undone. `member` is unknown after a reload. */
  last: { id: string; to: Direction | null; member: DeckCard | null } | null;
  /** True if wider preferences would find members. */
  beyond: boolean;
  /** True if members within the preferences are left out by their own. */
  leftOut: boolean;
};

export type DeckAction =
  | { type: "swiped"; to: Direction }
  | { type: "undone" }
  | { type: "saved"; likes: SwipeLikes; undoable: string | null }
  | { type: "refused"; member: DeckCard }
  | { type: "restored"; member: DeckCard | null; likes: SwipeLikes }
  | { type: "undo_refused"; id: string; wasShown: boolean }
  | { type: "dealt"; deck: Deck }
  | { type: "hidden"; id: string };

/** The initial deck: the loader's cards, or those that were left when the user went to a profile. */
export function startDeck(
  { members, likes, undoable, beyond, left_out: leftOut }: Deck,
  kept: readonly DeckCard[] | undefined,
): DeckState {
  // a member who was liked on their profile leaves the deck
  const cards = kept?.filter((card) => !card.liked && !card.match) ?? members;
  const last = undoable === null ? null : { id: undoable, to: null, member: null };
  return { cards, likes, sent: [], last, beyond, leftOut };
}

export function countLikesLeft({ likes, sent }: Pick<DeckState, "likes" | "sent">): number {
  const likesLeft = sent.reduce((sum, { likes: change }) => sum + change, likes.left);
  return Math.max(0, Math.min(likes.per_day, likesLeft));
}

/** Whether the member is in the deck, or was swiped without an answer yet. */
export const isKnown = ({ cards, sent }: Pick<DeckState, "cards" | "sent">, member: Pick<DeckCard, "id">): boolean =>
  [...cards, ...sent].some(({ id }) => id === member.id);

function putBack(state: DeckState, member: DeckCard): DeckState {
  return { ...state, cards: [member, ...state.cards.filter(({ id }) => id !== member.id)] };
}

/** The reducer of the deck. Answers come in the order of the swipes. */
export function changeDeck(state: DeckState, action: DeckAction): DeckState {
  const [, ...stillSent] = state.sent;
  switch (action.type) {
    case "swiped": {
      const [member, ...cards] = state.cards;
      if (member === undefined) return state;
      const { id } = member;
      const swipe: Unanswered = { id, likes: action.to === "like" ? -1 : 0 };
      return { ...state, cards, sent: [...state.sent, swipe], last: { id, to: action.to, member } };
    }
    case "undone": {
      if (state.last === null) return state;
      const { id, to, member } = state.last;
      const undo: Unanswered = { id, likes: to === "like" ? 1 : 0 };
      const undone: DeckState = { ...state, sent: [...state.sent, undo], last: null };
      return member === null ? undone : putBack(undone, member);
    }
    case "saved": {
      // only the newest swipe can be undone, and an older answer does not concern it
      const last = stillSent.length === 0 && action.undoable === null ? null : state.last;
      return { ...state, likes: action.likes, sent: stillSent, last };
    }
    case "refused": {
      const last = state.last?.id === action.member.id ? null : state.last;
      return putBack({ ...state, sent: stillSent, last }, action.member);
    }
    case "restored": {
      const restored = { ...state, likes: action.likes, sent: stillSent };
      const { member } = action;
      return member === null || isKnown(restored, member) ? restored : putBack(restored, member);
    }
    case "undo_refused": {
      const cards = action.wasShown ? state.cards.filter(({ id }) => id !== action.id) : state.cards;
      return { ...state, sent: stillSent, cards };
    }
    case "dealt": {
      const { members, likes, beyond, left_out: leftOut } = action.deck;
      const cards = [...state.cards, ...members.filter((member) => !isKnown(state, member))];
      // while swipes are unanswered, only their answers tell how many likes are left
      return { ...state, cards, beyond, leftOut, likes: state.sent.length === 0 ? likes : state.likes };
    }
    case "hidden": {
      const last = state.last?.id === action.id ? null : state.last;
      return { ...state, cards: state.cards.filter(({ id }) => id !== action.id), last };
    }
  }
}
