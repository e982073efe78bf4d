import type { Card } from "#contract/profiles.ts";
import type { ApiFailure } from "#web/lib/api.ts";
import { createOutbox } from "#web/lib/outbox.ts";

/** A press within this many milliseconds after the last one belongs to a double tap: it undoes nothing. */
const doubleTapMs = 500;

export type LikeState = Pick<Card, "liked" | "match">;

export type LikeTools = {
  send(key: string, liked: boolean): Promise<LikeState>;
  /** Whether a like of the viewer makes a match. */
  likesYou: boolean;
  show(state: LikeState): void;
  onMatch(): void;
  /** The like that was taken back ended a match, for both members. */
  onMatchEnded(): void;
  /** `state`: what holds after all. */
  onFailed(state: LikeState, failure: ApiFailure): void;
};

/** The viewer's like of a member while it is being sent. The last press decides the final state. */
export function createLike(read: () => LikeTools) {
  let accepted: LikeState = { liked: false, match: false };
  let pressedAt = Number.NEGATIVE_INFINITY;
  const isNewest = () => outbox.items().length === 1;
  const outbox = createOutbox<boolean>(() => ({
    merge: (_, newer) => newer,
    async send({ key, value }) {
      const wasMatch = accepted.match;
      if (value !== accepted.liked) accepted = await read().send(key, value);
      // a newer press is shown already
      if (!isNewest()) return;
      read().show(accepted);
      if (accepted.match) read().onMatch();
      else if (wasMatch) read().onMatchEnded();
    },
    onFailure(_, failure) {
      if (isNewest()) read().show(accepted);
      read().onFailed(accepted, failure);
      return null;
    },
  }));

  return {
    ...outbox,
    /** Takes over what the page loaded. False if a like is being sent, which is newer. */
    load(state: LikeState): boolean {
      if (outbox.items().length > 0) return false;
      accepted = state;
      return true;
    },
    toggle(now: number): void {
      const isDoubleTap = now - pressedAt < doubleTapMs;
      pressedAt = now;
      if (isDoubleTap) return;
      const liked = !(outbox.items().at(-1)?.value ?? accepted.liked);
      read().show({ liked, match: liked && read().likesYou });
      void outbox.add(liked);
    },
  };
}
