import { z } from "zod";
import { defineCall } from "./call.ts";
import { card, memberId, mutualErrors } from "./profiles.ts";

/** How long a call rings. */
export const ringSeconds = 45;
/** A page that takes part reports itself so often, and has left if it was silent for so long. */
export const talkBeatSeconds = 3;
export const talkLostSeconds = 10;

/** The longest description of a session, and the longest candidate, that pass. */
const maxSdpLength = 20_000;
const maxCandidateLength = 500;

/** A call between two members that both press for (R12.02). In the code it is a talk: a call is one of the API. */
export const talkStates = ["ringing", "running", "ended"] as const;
export type TalkState = (typeof talkStates)[number];

/**
 * Why a talk ended, as both see it. `no_answer`: the asked one did not take it, or said "not now", and the asker never
 * learns which. `cancelled`: the asker gave up while it rang. `lost`: a page that took part was silent. `credits`: the
 * asker's were used up. `closed`: it may not go on, as after a block or a logout.
 */
export const talkEnds = ["no_answer", "cancelled", "hung_up", "lost", "credits", "closed"] as const;
export type TalkEnd = (typeof talkEnds)[number];

/** What a side of a talk wants. The camera of a side is blurred until both want to be seen clearly. */
const wishes = { camera: z.boolean("invalid"), clear: z.boolean("invalid") };

const progress = {
  state: z.enum(talkStates),
  /** Null: it has not ended. */
  end: z.enum(talkEnds).nullable(),
  /** When it began; null: it did not. */
  begun_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  /** The page of the caller that takes part; null: none does. */
  page: z.uuid().nullable(),
  mine: z.object(wishes),
  theirs: z.object(wishes),
  /** What the talk has cost so far, in credits; only the asker pays. */
  charged: z.int(),
  /** When the asker's credits don't pay for another minute; null: that is not near, or the caller does not pay. */
  credits_end_at: z.iso.datetime().nullable(),
};

export const talk = z.object({
  id: z.uuid(),
  role: z.enum(["asker", "asked"]),
  /** The other member. */
  profile: card,
  ring_until: z.iso.datetime(),
  /** What each begun minute costs the asker, in credits; 0: nothing. The same until the talk ends. */
  minute_credits: z.int(),
  ...progress,
});
export type Talk = z.output<typeof talk>;

const talkProgress = z.object({ id: z.uuid(), ...progress });
export type TalkProgress = z.output<typeof talkProgress>;

/**
 * Whether the caller can ask the other member of a chat for a talk. `needs_answer`: both have to write first. `off`:
 * the other one does not take calls. `unavailable`: the service has no relay, so there are no calls.
 */
export const talkChances = ["open", "needs_answer", "off", "unavailable"] as const;

/** What a chat says of calls (`getChat`). */
export const talkOnChat = z.object({
  chance: z.enum(talkChances),
  /** What each begun minute costs who asks, in credits. */
  minute_credits: z.int(),
  /** The last one of the two that has ended, of the last 30 days; null: there is none. */
  last: z
    .object({
      id: z.uuid(),
      mine: z.boolean(),
      asked_at: z.iso.datetime(),
      /** How long it was; null: it did not begin. */
      seconds: z.int().nullable(),
    })
    .nullable(),
});
export type TalkOnChat = z.output<typeof talkOnChat>;

/** What the browsers of the two say to each other to connect. It is handed on, and stored nowhere. */
export const talkSignal = z.discriminatedUnion("kind", [
  /** The page is there: the asker's page answers it with an offer. */
  z.object({ kind: z.literal("ready") }),
  z.object({
    kind: z.literal("description"),
    type: z.enum(["offer", "answer"], "unknown_option"),
    sdp: z.string("required").max(maxSdpLength, "too_long"),
  }),
  z.object({
    kind: z.literal("candidate"),
    /** Empty: there are no more. */
    candidate: z.string("required").max(maxCandidateLength, "too_long"),
    sdp_mid: z.string().max(50, "too_long").nullable(),
    sdp_m_line_index: z.int("invalid").min(0, "too_small").max(50, "too_big").nullable(),
  }),
]);
export type TalkSignal = z.output<typeof talkSignal>;

const id = z.uuid("invalid");
/** A page that takes part, by the id that it made for itself. */
const page = z.uuid("invalid");

export const getTalk = defineCall({
  method: "GET",
  path: "/api/talk.php",
  summary: "The call that rings for the caller, or that the caller is in; null if there is none (R12.02).",
  who: "member",
  answer: z.object({ talk: talk.nullable() }),
});

export const askTalk = defineCall({
  method: "POST",
  path: "/api/talk.php",
  summary:
    "Ask a member for a call, in a chat in which both have written. It rings for 45 seconds, and begins only if the other one takes it, or asks for one at the same moment (R12.02).",
  who: "member",
  body: z.object({
    member: memberId,
    page,
    /** If a minute costs more now, no one is asked. */
    credits: z.int("invalid").min(0, "too_small").optional(),
  }),
  answer: z.object({ talk }),
  errors: [
    "age_check_required",
    "not_enough_credits",
    ...mutualErrors,
    "blocked",
    "recipient_not_confirmed",
    "account_not_confirmed",
    "muted",
    "chat_closed",
    "talk_needs_answer",
    "talk_off",
    "talk_unavailable",
    "talk_running",
    "talk_too_soon",
    "talk_price_changed",
  ],
});

export const acceptTalk = defineCall({
  method: "PUT",
  path: "/api/talk-accept.php",
  summary: "Take a call that rings for the caller, on this page: it begins.",
  who: "member",
  key: "honoured",
  body: z.object({ id, page }),
  answer: z.object({ talk }),
  errors: [
    "talk_not_found",
    "talk_over",
    "talk_elsewhere",
    "talk_running",
    "age_check_required",
    // they were blocked, left or hid meanwhile
    ...mutualErrors.filter((code) => code !== "own_profile"),
    "blocked",
    "recipient_not_confirmed",
    "muted",
    "chat_closed",
  ],
});

export const joinTalk = defineCall({
  method: "PUT",
  path: "/api/talk-join.php",
  summary: "Go on with the caller's own call on this page, as after it was loaded again: the other page leaves it.",
  who: "member",
  key: "honoured",
  body: z.object({ id, page }),
  answer: z.object({ talk }),
  errors: ["talk_not_found", "talk_over", "profile_not_found"],
});

export const endTalk = defineCall({
  method: "PUT",
  path: "/api/talk-end.php",
  summary: 'End a call: give up asking, say "not now", or hang up. One that has ended stays as it is.',
  who: "member",
  key: "honoured",
  body: z.object({ id }),
  answer: z.object({ talk: talkProgress }),
  errors: ["talk_not_found"],
});

export const beatTalk = defineCall({
  method: "PUT",
  path: "/api/talk-beat.php",
  summary:
    "The page takes part in a call, and says what its side wants; every 3 seconds. A call whose other side was silent for 10 seconds ends by it. Another page than the one that takes part only learns how the call stands.",
  who: "member",
  rate: "talk",
  replay: "none",
  body: z.object({ id, page, ...wishes }),
  answer: z.object({ talk: talkProgress }),
  errors: ["talk_not_found"],
});

export const sendTalkSignal = defineCall({
  method: "POST",
  path: "/api/talk-signal.php",
  summary:
    "Hand what a browser says to connect on to the page of the other member. It is stored nowhere. Of addresses only those of the relay pass, so that neither learns the other's.",
  who: "member",
  rate: "talk",
  replay: "none",
  body: z.object({ id, page, signal: talkSignal }),
  answer: z.object({}),
  errors: ["talk_not_found", "talk_over", "talk_elsewhere"],
});

const iceServer = z.object({ urls: z.array(z.string()), username: z.string(), credential: z.string() });
export type IceServer = z.output<typeof iceServer>;

/** `relay`: only through the relay. `all`: the demo without one, where both browsers are on one machine. */
const relayPolicy = z.enum(["relay", "all"]);
export type RelayPolicy = z.output<typeof relayPolicy>;

export const getTalkRelay = defineCall({
  method: "GET",
  path: "/api/talk-relay.php",
  summary: "The relay of a running call, with credentials for a new connection: each one needs new ones.",
  who: "member",
  query: z.object({ id }),
  answer: z.object({
    policy: relayPolicy,
    servers: z.array(iceServer),
    /** Until when a connection can be made with them; it may last longer. */
    expires_at: z.iso.datetime(),
  }),
  errors: ["talk_not_found", "talk_over", "talk_unavailable"],
});

/** The events of talks; `events.ts` joins them with the others. */
export const talksEvents = [
  /** A talk of this member rings, runs, has ended, or its wishes have changed. */
  z.object({ type: z.literal("talk"), talk: z.uuid(), state: z.enum(talkStates), end: z.enum(talkEnds).nullable() }),
  /** What the other member's browser says, for the page of this member that takes part. */
  z.object({ type: z.literal("talk_signal"), talk: z.uuid(), page: z.uuid(), signal: talkSignal }),
] as const;

/** The calls whose answers each of these events makes outdated. */
export const outdatedByTalks = { talk: ["getTalk", "getChat"], talk_signal: [] } as const;
