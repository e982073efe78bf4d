import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useLive, useMember } from "#web/lib/live-state.ts";
import { useScreen } from "#web/lib/screen.ts";
import { useMedia } from "#web/lib/use-media.ts";
import { fromElsewhere, reminderOf } from "./reminder-rules.ts";

/** Loaded only for a member who has not confirmed the address. Until then its form and link work without scripts. */
const Reminder = lazyPart(() => import("./reminder.tsx"));

const smartphone = "(pointer: coarse) and (max-width: 767px)";

/** The reminder to confirm the address: a notice, or a dialog for a user who was just signed up elsewhere. */
export function ActivateReminder() {
  const live = useLive();
  const user = useMember();
  const screen = useScreen();
  const [search] = useSearchParams();
  // the server does not know the screen's size, so only the browser renders the dialog
  const onPhone = useMedia(smartphone, true);
  // A status only goes from not confirmed to active, so if either source says active, it is right.
  if (live === null || user?.status === "active") return null;
  const look = reminderOf({ user: live.user, screen, fromElsewhere: search.has(fromElsewhere), smartphone: onPhone });
  if (look === null) return null;
  return (
    <Suspense>
      <Reminder look={look} user={live.user} />
    </Suspense>
  );
}
