import { z } from "zod";
import { defineCall } from "./call.ts";
import { chatNotices } from "./chat.ts";
import { likesNotices } from "./likes.ts";
import { visitorsNotices } from "./visitors.ts";

/**
 * The kinds of notices, which another member causes while the member is away, and whether they are on until the member
 * switches them off: news of a member's own chats and likes is part of the service, everything else needs consent
 * (D9.1). Each feature declares its own beside its calls; the rest of a kind is its `NoticeDefinition`.
 */
const notices = { ...chatNotices, ...likesNotices, ...visitorsNotices };
export type NoticeKind = keyof typeof notices;
export const noticeKinds = Object.keys(notices) as NoticeKind[];
/** The kinds that need consent. */
export type ConsentedNotice = {
  [Kind in NoticeKind]: (typeof notices)[Kind] extends false ? Kind : never;
}[NoticeKind];
/** The kinds that are emails only, once a week: new members who suit the member, and what they have not seen yet. */
export const weeklyKinds = ["suggestions", "digest"] as const;
export type WeeklyKind = (typeof weeklyKinds)[number];
const isWeekly = (kind: NotificationKind): kind is WeeklyKind => weeklyKinds.some((each) => each === kind);
/** What members are notified of while they are away. */
export const notificationKinds = [...noticeKinds, ...weeklyKinds] as const;
export type NotificationKind = (typeof notificationKinds)[number];
export const onByDefault: Readonly<Record<NotificationKind, boolean>> = {
  ...notices,
  suggestions: false,
  digest: false,
};
export const notificationChannels = ["email", "push"] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** Why all notification mails to a member are stopped, whatever the switches say (R4.08). */
export const disabledReasons = ["fbl", "bounce", "list_unsubscribe"] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** One switch for each kind and channel. */
const preferences = z.record(z.enum(notificationKinds), z.object({ email: z.boolean(), push: z.boolean() }));
export type NotificationPreferences = z.output<typeof preferences>;

const notifications = z.object({ preferences, disabled: z.array(z.enum(disabledReasons)) });
export type Notifications = z.output<typeof notifications>;

export const getNotifications = defineCall({
  method: "GET",
  path: "/api/notifications.php",
  summary: "Which notifications the caller wants by email and push, and the reasons that stop all their mails.",
  who: "member",
  whileClosed: true,
  answer: notifications,
});

export const setNotification = defineCall({
  method: "PUT",
  path: "/api/notifications.php",
  summary: "Turn one kind of email or push on or off (D9.1).",
  who: "member",
  whileClosed: true,
  key: "honoured",
  body: z
    .object({
      kind: z.enum(notificationKinds, "unknown_option"),
      channel: z.enum(notificationChannels, "unknown_option"),
      enabled: z.boolean("invalid"),
    })
    .refine(({ kind, channel }) => channel === "email" || !isWeekly(kind), {
      path: ["channel"],
      error: "unknown_option",
    }),
  answer: notifications,
});

export const liftDisabled = defineCall({
  method: "DELETE",
  path: "/api/notifications.php",
  summary: "Lift one reason that stops the caller's mails, so that they are sent again (D9.2).",
  who: "member",
  whileClosed: true,
  key: "honoured",
  body: z.object({ disabled: z.enum(disabledReasons, "unknown_option") }),
  answer: notifications,
});

const endpoint = z.string({ error: "required" }).min(1, "required").max(2048, "too_long");
const key = z
  .string({ error: "required" })
  .max(200, "too_long")
  .regex(/^[A-Za-z0-9_-]+={0,2}$/, "invalid");

export const pushSubscription = z.object({
  /** The address at the browser's push service; known services over https only. */
  endpoint,
  keys: z.object({ p256dh: key, auth: key }),
});

export const subscribePush = defineCall({
  method: "POST",
  path: "/api/user.php",
  when: { push: "1" },
  summary: "Receive pushes on this device, until its session ends (R3.06). A repeat changes nothing.",
  who: "member",
  whileClosed: true,
  clientHeader: true,
  key: "honoured",
  body: z.object({ subscription: pushSubscription }),
  answer: z.object({ subscribed: z.boolean() }),
});

export const unsubscribePush = defineCall({
  method: "DELETE",
  path: "/api/user.php",
  when: { push: "1" },
  summary: "Stop pushes on this device.",
  who: "member",
  whileClosed: true,
  clientHeader: true,
  key: "honoured",
  body: z.object({ endpoint }),
  answer: z.object({ subscribed: z.boolean() }),
});

/** The signed token in a mail: it opens only the mail switches of its account. */
const unsubscribeToken = z.string({ error: "required" }).max(100, "invalid");

const unsubscription = z.object({
  kind: z.enum(notificationKinds),
  email: z.boolean(),
  stopped: z.boolean(),
});

export const getUnsubscription = defineCall({
  method: "GET",
  path: "/api/unsubscribe.php",
  summary: "What the link in a notification mail can switch off, and the current state; a GET changes nothing.",
  who: "anyone",
  whileClosed: true,
  query: z.object({ token: unsubscribeToken }),
  answer: unsubscription,
  errors: ["link_invalid"],
});

export const setUnsubscription = defineCall({
  method: "PUT",
  path: "/api/unsubscribe.php",
  summary: "Switch the mails of one kind, or all of them, off by a mail's token, and on again (D9.2).",
  who: "anyone",
  whileClosed: true,
  key: "honoured",
  body: z.object({
    token: unsubscribeToken,
    scope: z.enum(["kind", "all"], "unknown_option"),
    enabled: z.boolean("invalid"),
  }),
  answer: unsubscription,
  errors: ["link_invalid"],
});
