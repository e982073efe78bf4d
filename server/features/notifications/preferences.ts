import {
  type DisabledReason,
  disabledReasons,
  type NotificationChannel,
  type NotificationKind,
  type Notifications,
  notificationChannels,
  notificationKinds,
  type Preferences,
} from "#contract/notifications.ts";
import type { Db } from "#server/db/pool.ts";
import { findDisabled, findPreferences, savePreference, updateDisabled } from "./preferences-store.ts";

/** D9.1: news of one's own chats and likes is part of the service; everything else waits for consent. */
const onByDefault: readonly NotificationKind[] = ["message", "like", "match"];

/** Every switch of a member: what they set over the defaults. */
export function completePreferences(rows: readonly { kind: string; channel: string; enabled: boolean }[]): Preferences {
  const set = new Map(rows.map(({ kind, channel, enabled }) => [`${kind} ${channel}`, enabled]));
  const wish = (kind: NotificationKind, channel: NotificationChannel) =>
    set.get(`${kind} ${channel}`) ?? onByDefault.includes(kind);
  const switches = (kind: NotificationKind) =>
    Object.fromEntries(notificationChannels.map((channel) => [channel, wish(kind, channel)]));
  return Object.fromEntries(notificationKinds.map((kind) => [kind, switches(kind)])) as Preferences;
}

/**
 * What a member wants to be told of, and what stops their mails altogether. Whoever sends something of a kind asks this
 * first: for `offers` and `news` the switch is the consent.
 */
export async function preferencesOf(db: Db, accountId: string): Promise<Notifications> {
  const [rows, disabled] = await Promise.all([findPreferences(db, accountId), findDisabled(db, accountId)]);
  return {
    preferences: completePreferences(rows),
    disabled: disabledReasons.filter((reason) => disabled.includes(reason)),
  };
}

export type PreferenceChange = {
  accountId: string;
  kind: NotificationKind;
  channel: NotificationChannel;
  enabled: boolean;
};

/** Turns one kind on one channel on or off; when is kept, for it is a consent or its end (D9.1, D11.5). */
export async function setPreference(db: Db, wish: PreferenceChange, now: Date): Promise<void> {
  await savePreference(db, { ...wish, now });
}

/** Stops all notification mails of a member for a reason, or lifts that reason (R4.08, D9.2). Doing it twice changes nothing. */
export async function setDisabled(db: Db, accountId: string, reason: DisabledReason, stopped: boolean): Promise<void> {
  await updateDisabled(db, accountId, reason, stopped);
}
