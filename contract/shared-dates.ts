import { z } from "zod";
import { linkToken } from "./auth.ts";
import { defineCall } from "./call.ts";
import { memberId, visibilityErrors } from "./profiles.ts";
import { calendarDay, freeText, optionalText, shortText } from "./text.ts";

/** How many dates a member shares with friends at once, and how far ahead they are (R12.03). */
export const sharedDatesLimit = 3;
export const sharedDateDaysAhead = 10;
/** A shared date ends so many hours after its time, and is erased. */
export const sharedDateHours = 24;
/** "I'm fine" is due so many hours after its time at the latest. */
export const fineWithinHours = 16;
export const datePlaceLength = 200;
export const dateNoteLength = 500;
export const dateFriendLength = 50;

/** A time of the clock in the date's own time zone, such as `19:30`. */
const clockTime = z
  .string("required")
  .min(1, "required")
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "invalid");

/**
 * Whether the member is fine: `planned` – the date has not begun, so they can't say it yet; `early` – the reminder is
 * still to come; `fine` – they pressed the button; `overdue` –
 * the time is over, and they did not.
 */
export const dateStates = ["planned", "early", "fine", "overdue"] as const;

const plan = {
  state: z.enum(dateStates),
  /** Where the date is: its times are shown as the clocks there show them. */
  time_zone: z.string(),
  starts_at: z.iso.datetime(),
  /** When the member wants to have pressed "I'm fine". */
  fine_by: z.iso.datetime(),
  /** When they pressed it; null: not since the reminder was set. */
  fine_at: z.iso.datetime().nullable(),
  ends_at: z.iso.datetime(),
  place: z.string(),
  note: z.string(),
  friend: z.string(),
};

/** A date as the member who shares it sees it. */
export const sharedDate = z.object({
  id: z.uuid(),
  /** Who the date is with: the name is that of the day on which the member shared it. */
  member: memberId,
  name: z.string(),
  ...plan,
  /** The times as the member typed them. */
  typed: z.object({ day: calendarDay, time: clockTime, fine_by: clockTime }),
  /** The path of the friend's page, without a language. */
  link: z.string(),
  /** The reminder an hour later; null: it would come after the end. */
  later_at: z.iso.datetime().nullable(),
});
export type SharedDate = z.output<typeof sharedDate>;

/** A date as the friend sees it. */
export const friendsDate = z.object({
  /** The name of the member who shares it. */
  sharer: z.string(),
  /** The name of the other member, and the number by which the team and the police find them. */
  name: z.string(),
  profile: z.uuid(),
  ...plan,
  /** The numbers to call in the member's country; null: not known. */
  emergency: z.string().nullable(),
});
export type FriendsDate = z.output<typeof friendsDate>;

const own = { who: "member", key: "honoured", answer: z.object({}) } as const;
const ofOne = { ...own, errors: ["shared_date_not_found"] } as const;
const id = z.uuid("invalid");

export const getSharedDates = defineCall({
  method: "GET",
  path: "/api/shared-dates.php",
  summary: "The dates that the caller shares with friends, the next one first (R12.03).",
  who: "member",
  answer: z.object({ dates: z.array(sharedDate) }),
});

export const saveSharedDate = defineCall({
  method: "PUT",
  path: "/api/shared-date.php",
  summary:
    "Share a date with a friend by a link that needs no account, or change it: one for each member. The other member never learns of it. It ends 24 hours after its time, and is erased.",
  ...own,
  body: z.object({
    member: memberId,
    day: calendarDay,
    time: clockTime,
    /** The first such time after the date's beginning, `fineWithinHours` later at most. */
    fine_by: clockTime,
    /** The time zone of these times, as the browser names it. */
    time_zone: z.string("required").max(60, "too_long"),
    place: freeText(datePlaceLength),
    note: optionalText(dateNoteLength).default(""),
    friend: shortText(dateFriendLength).default(""),
  }),
  errors: [...visibilityErrors, "own_profile", "limit_reached"],
});

export const confirmFine = defineCall({
  method: "PUT",
  path: "/api/shared-date-fine.php",
  summary:
    "The caller says \"I'm fine\" about a shared date that has begun: the friend's page shows it, and no reminder comes.",
  ...own,
  errors: ["shared_date_not_found", "shared_date_ahead"],
  body: z.object({ id }),
});

export const postponeReminder = defineCall({
  method: "PUT",
  path: "/api/shared-date-reminder.php",
  summary: "Set the reminder of a shared date to another time before its end; it counts from then on.",
  ...ofOne,
  body: z.object({ id, at: z.iso.datetime("invalid") }),
});

export const renewDateLink = defineCall({
  method: "PUT",
  path: "/api/shared-date-link.php",
  summary: "Replace the link of a shared date: the former one opens nothing any more.",
  ...ofOne,
  key: "required",
  body: z.object({ id }),
});

export const endSharedDate = defineCall({
  method: "DELETE",
  path: "/api/shared-date.php",
  summary: "End a shared date, and erase it. Its link then only says that it has ended.",
  ...own,
  body: z.object({ id }),
});

export const openSharedDate = defineCall({
  method: "GET",
  path: "/api/shared-date.php",
  summary: "A shared date by its link, for a friend without an account.",
  who: "anyone",
  rate: "search",
  query: z.object({ token: linkToken }),
  answer: z.object({ date: friendsDate }),
  errors: ["link_invalid"],
  // a friend may need it in the days in which a site closes
  whileClosed: true,
});
