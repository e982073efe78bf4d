import { minuteMs } from "#contract/durations.ts";
import { type Talk, type TalkEnd, type TalkProgress, type TalkState, talkLostSeconds } from "#contract/talks.ts";

/** Why a talk ended, as it is kept; a constraint lists the same. */
export type Ending = "declined" | "missed" | "cancelled" | "hung_up" | "lost" | "credits" | "closed";

/** A member's side of an open talk. */
export type TalkSide = {
  /** Null: it rings for the member. */
  page: string | null;
  seen_at: Date | null;
  beating_since: Date | null;
  camera: boolean;
  clear: boolean;
};

/** A talk with both its sides. A side is null if it has ended, or never was. */
export type TalkRow = {
  id: string;
  asker_id: string;
  asked_id: string;
  site_id: number;
  asked_at: Date;
  ring_until: Date;
  begun_at: Date | null;
  ended_at: Date | null;
  ending: Ending | null;
  silent: boolean;
  minute_credits: number;
  minutes_charged: number;
  /** The asked one takes calls. */
  taken: boolean;
  /** Until when one of the two is muted, or was. */
  muted_until: Date | null;
  asker: TalkSide | null;
  asked: TalkSide | null;
};

export type Role = Talk["role"];

export const roleOf = (talk: Pick<TalkRow, "asker_id">, memberId: string): Role =>
  talk.asker_id === memberId ? "asker" : "asked";

export const otherOf = (talk: Pick<TalkRow, "asker_id" | "asked_id">, memberId: string): string =>
  talk.asker_id === memberId ? talk.asked_id : talk.asker_id;

export const mySide = (talk: TalkRow, memberId: string) => talk[roleOf(talk, memberId)];
export const theirSide = (talk: TalkRow, memberId: string) => talk[roleOf(talk, otherOf(talk, memberId))];

export function talkStateOf({ begun_at, ended_at }: Pick<TalkRow, "begun_at" | "ended_at">): TalkState {
  if (ended_at !== null) return "ended";
  return begun_at === null ? "ringing" : "running";
}

const shownEnds: Readonly<Record<Ending, TalkEnd>> = {
  declined: "no_answer",
  missed: "no_answer",
  cancelled: "cancelled",
  hung_up: "hung_up",
  lost: "lost",
  credits: "credits",
  closed: "closed",
};

/** Why a talk ended, as both see it: the asker never learns whether they were declined. */
export const shownEndOf = ({ ending }: Pick<TalkRow, "ending">): TalkEnd | null => ending && shownEnds[ending];

const lostMs = talkLostSeconds * 1000;
/** If both sides are silent for so long, both have left. After an outage of the server both go on within this time. */
const leftMs = 6 * lostMs;

const silentMs = (side: TalkSide, now: Date) => now.getTime() - (side.seen_at?.getTime() ?? 0);

/** It has reported itself for as long as the other one may be silent: so the server was there to be heard. */
const isSteady = (side: TalkSide, now: Date) =>
  silentMs(side, now) <= lostMs && now.getTime() - (side.beating_since?.getTime() ?? now.getTime()) >= lostMs;

const isLost = (one: TalkSide, other: TalkSide, now: Date) => silentMs(one, now) > lostMs && isSteady(other, now);

/** Since when a side reports itself without a gap, if it does so now. */
export function steadySince(side: Pick<TalkSide, "seen_at" | "beating_since">, now: Date): Date {
  const isGap = side.seen_at === null || now.getTime() - side.seen_at.getTime() > lostMs;
  return isGap ? now : (side.beating_since ?? now);
}

/** Whether the asker's page still waits for an answer. */
export const isWaiting = ({ asker, ring_until }: Pick<TalkRow, "asker" | "ring_until">, now: Date) =>
  ring_until > now && asker !== null && silentMs(asker, now) <= lostMs;

/** A member's page has left a running talk, as after an outage in which it was closed or hung up. */
export function hasLeft(talk: TalkRow, memberId: string, now: Date): boolean {
  const side = mySide(talk, memberId);
  return side === null || silentMs(side, now) > lostMs;
}

/** Why an open talk ends now, apart from what its members do and what it costs; undefined: it goes on. */
export function endingDue(talk: TalkRow, now: Date): Ending | undefined {
  const { asker, asked, muted_until: mutedUntil } = talk;
  const state = talkStateOf(talk);
  if (state === "ended") return undefined;
  // the asker's session has ended
  if (asker === null) return "closed";
  const mayTalk = talk.taken && (mutedUntil === null || mutedUntil <= now);
  if (state === "ringing") {
    if (talk.ring_until <= now) return "missed";
    // a beat may be late
    if (silentMs(asker, now) > lostMs) return "cancelled";
    return mayTalk ? undefined : "missed";
  }
  if (asked === null || !mayTalk) return "closed";
  if (isLost(asker, asked, now) || isLost(asked, asker, now)) return "lost";
  return Math.min(silentMs(asker, now), silentMs(asked, now)) > leftMs ? "lost" : undefined;
}

/** How many minutes of a running talk have begun that the asker has not paid. */
export function minutesDue({ begun_at, ended_at, minute_credits, minutes_charged }: TalkRow, now: Date): number {
  if (begun_at === null || ended_at !== null || minute_credits === 0) return 0;
  return Math.max(0, Math.floor((now.getTime() - begun_at.getTime()) / minuteMs) + 1 - minutes_charged);
}

/** When the next minute begins that the asker pays. */
export const nextMinuteAt = (begunAt: Date, charged: number) => new Date(begunAt.getTime() + charged * minuteMs);

const wishesOf = (side: TalkSide | null) => ({ camera: side?.camera ?? false, clear: side?.clear ?? false });

/** How a talk stands, as one of its members sees it. `balance`: what is left of the asker's credits. */
export function toProgress(talk: TalkRow, viewerId: string, balance: number | null): TalkProgress {
  const { begun_at, ended_at, minute_credits, minutes_charged } = talk;
  const mine = mySide(talk, viewerId);
  const isPayer = roleOf(talk, viewerId) === "asker";
  const isShort = isPayer && balance !== null && talkStateOf(talk) === "running" && balance < minute_credits;
  return {
    id: talk.id,
    state: talkStateOf(talk),
    end: shownEndOf(talk),
    begun_at: begun_at?.toISOString() ?? null,
    ended_at: ended_at?.toISOString() ?? null,
    page: mine?.page ?? null,
    mine: wishesOf(mine),
    theirs: wishesOf(theirSide(talk, viewerId)),
    charged: isPayer ? minute_credits * minutes_charged : 0,
    credits_end_at: isShort && begun_at ? nextMinuteAt(begun_at, minutes_charged).toISOString() : null,
  };
}

/** Asking someone who did not answer is allowed so often in a day, and not again at once. */
export const unansweredADay = 3;
export const askAgainSeconds = 60;
