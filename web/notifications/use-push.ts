import { useEffect, useState, useSyncExternalStore } from "react";
import { ApiFailure } from "#web/lib/api.ts";
import { createListeners } from "#web/lib/listeners.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { toFailure } from "#web/lib/use-call.ts";
import { useFailureText } from "#web/ui/form-error.tsx";
import { needsInstall, pushState, subscribeDevice, unsubscribeDevice } from "./device-push.ts";
import { type PushState, pushStateAtOnce } from "./push-offer.ts";

// One state for all components, so that the alert disappears when the member switches pushes on in the settings.
let state: PushState = "unknown";
/** What is likely until then. Asking the browser takes a slow phone 4 ms. */
let likely: { memberId: string; state: PushState } | null = null;
const { listen, emit } = createListeners();

async function refreshState(publicKey: string, memberId: string): Promise<void> {
  state = await pushState(publicKey, memberId).catch((): PushState => "incapable");
  emit();
}

/** Runs `changed` when the user changes the permission in the browser's own settings. */
function onPermissionChange(changed: () => void): () => void {
  let status: PermissionStatus | undefined;
  let over = false;
  navigator.permissions
    ?.query({ name: "notifications" })
    .then((permission) => {
      if (over) return;
      status = permission;
      status.addEventListener("change", changed);
    })
    .catch(() => undefined);
  return () => {
    over = true;
    status?.removeEventListener("change", changed);
  };
}

/** Call `turnOn` within the tap, because the browser shows its prompt. `failure` is a text. */
export function usePush() {
  const t = useTexts("notifications.push");
  const failureText = useFailureText();
  const publicKey = useSettings().push_public_key;
  const memberId = useMember()?.id ?? "";
  const now = useSyncExternalStore(
    listen,
    () => state,
    (): PushState => "unknown",
  );
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [install, setInstall] = useState(false);

  useEffect(() => {
    const refresh = () => void refreshState(publicKey, memberId);
    refresh();
    setInstall(needsInstall());
    return onPermissionChange(refresh);
  }, [publicKey, memberId]);

  const change = async (task: Promise<void>): Promise<PushState> => {
    setPending(true);
    setFailure(null);
    try {
      await task;
    } catch (error) {
      setFailure(error instanceof ApiFailure ? failureText(toFailure(error)) : t("failed"));
    }
    await refreshState(publicKey, memberId);
    setPending(false);
    return state;
  };
  return {
    state: now,
    isSubscribed: now === "subscribed",
    /** True on an iPhone or iPad if the page is not on the home screen, which pushes need. */
    needsInstall: install,
    pending,
    failure,
    /** If the browser did not show its prompt, or the member closed it, `failure` says what to do. */
    turnOn: async () => {
      const outcome = await change(subscribeDevice(publicKey, memberId));
      if (outcome === "default") setFailure((previous) => previous ?? t("unanswered"));
      return outcome;
    },
    turnOff: () => change(unsubscribeDevice()),
  };
}

/** Is `default` on the server if the site can push: the offer is in the page, and `hidePushOffer` hides it. */
export function usePushOffer(memberId: string): PushState {
  const publicKey = useSettings().push_public_key;
  return useSyncExternalStore(
    listen,
    () => {
      if (publicKey === "") return "incapable";
      if (state !== "unknown") return state;
      if (likely?.memberId !== memberId) likely = { memberId, state: pushStateAtOnce(memberId) };
      return likely.state;
    },
    (): PushState => (publicKey === "" ? "incapable" : "default"),
  );
}
