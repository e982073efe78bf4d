import {
  disabledReasons,
  type NotificationChannel,
  type NotificationKind,
  type NotificationPreferences,
  type Notifications,
  notificationChannels,
  notificationKinds,
  onByDefault,
} from "#contract/notifications.ts";
import type { Db } from "#server/db/pool.ts";
import {
  type ConsentCaller,
  isConsentSubject,
  recordConsent,
  recordWithdrawal,
} from "#server/features/visibility/index.ts";
import { findDisabled, findPreferences, savePreference } from "./preferences-store.ts";

export function completePreferences(
  rows: readonly { kind: string; channel: string; enabled: boolean }[],
): NotificationPreferences {
  const set = new Map(rows.map(({ kind, channel, enabled }) => [`${kind} ${channel}`, enabled]));
  const isEnabled = (kind: NotificationKind, channel: NotificationChannel) =>
    set.get(`${kind} ${channel}`) ?? onByDefault[kind];
  const switches = (kind: NotificationKind) =>
    Object.fromEntries(notificationChannels.map((channel) => [channel, isEnabled(kind, channel)]));
  return Object.fromEntries(notificationKinds.map((kind) => [kind, switches(kind)])) as NotificationPreferences;
}

/** Check this before sending a kind: for all but messages, likes and matches the switch is the consent. */
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

/** Sets a switch, and records the consent or its end with the words; without a caller it can only withdraw. */
export async function setPreference(
  db: Db,
  change: PreferenceChange,
  now: Date,
  caller?: ConsentCaller,
): Promise<void> {
  const { accountId: memberId, kind, channel, enabled } = change;
  await savePreference(db, { ...change, now });
  const subject = `${kind}_${channel}`;
  if (!isConsentSubject(subject)) return;
  if (!enabled) await recordWithdrawal(db, { memberId, subject }, now);
  else if (caller) await recordConsent({ ...caller, db, now }, { memberId, subject, given: enabled });
}
