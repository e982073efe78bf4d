import { type NotificationChannel, type NotificationKind, onByDefault } from "#contract/notifications.ts";
import type { Services } from "#server/services.ts";
import { findSwitch, mayStillNotify } from "./store.ts";

type Queued = {
  receiver: string;
  kind: NotificationKind;
  channel: NotificationChannel;
  about: readonly string[];
};

/**
 * Whether a queued notification is still wanted, and still news. It may have waited for hours, for a mail server or as
 * a dead letter: meanwhile a member may have been hidden, or the receiver has seen the news, or switched its kind off.
 */
export async function isStillWanted(
  { db, notices }: Pick<Services, "db" | "notices">,
  { receiver, kind, channel, about }: Queued,
): Promise<boolean> {
  if (!(await mayStillNotify(db, receiver, about))) return false;
  if (!((await findSwitch(db, receiver, kind, channel)) ?? onByDefault[kind])) return false;
  const definition = notices.find((each) => each.kind === kind);
  return definition === undefined || (await definition.find(db, receiver, about)).size > 0;
}
