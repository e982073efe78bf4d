import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { ApiFailure } from "#web/lib/api.ts";
import { useSession, useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { failed } from "#web/lib/use-call.ts";
import { useFailureText } from "#web/ui/form-error.tsx";
import { needsInstall, type PushState, pushState, subscribeDevice, unsubscribeDevice } from "./device-push.ts";

// One state for all who show it: the alert goes when the settings switch it on.
let state: PushState = "unknown";
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function look(publicKey: string, memberId: string): Promise<void> {
  state = await pushState(publicKey, memberId).catch((): PushState => "incapable");
  for (const listener of listeners) listener();
}

/** Tells when the person changes their mind in the browser's own settings. */
function onPermissionChange(changed: () => void): () => void {
  let status: PermissionStatus | undefined;
  let over = false;
  navigator.permissions
    ?.query({ name: "notifications" })
    .then((found) => {
      if (over) return;
      status = found;
      status.addEventListener("change", changed);
    })
    .catch(() => undefined);
  return () => {
    over = true;
    status?.removeEventListener("change", changed);
  };
}

/**
 * Pushes on this device for the member who is logged in (R4.05): `state`, and how to change it. `turnOn` belongs into
 * the tap itself, for the browser asks then; `failure` is in words. Capable is every state but `unknown` and `incapable`.
 */
export function usePush() {
  const t = useTexts("notifications");
  const say = useFailureText();
  const publicKey = useSettings().push_public_key;
  const memberId = useSession().user?.id ?? "";
  const now = useSyncExternalStore(
    listen,
    () => state,
    (): PushState => "unknown",
  );
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [install, setInstall] = useState(false);

  useEffect(() => {
    const refresh = () => void look(publicKey, memberId);
    refresh();
    setInstall(needsInstall());
    return onPermissionChange(refresh);
  }, [publicKey, memberId]);

  const change = useCallback(
    async (doing: Promise<void>): Promise<PushState> => {
      setPending(true);
      setFailure(null);
      try {
        await doing;
      } catch (error) {
        setFailure(error instanceof ApiFailure ? say(failed(error)) : t("push.failed"));
      }
      await look(publicKey, memberId);
      setPending(false);
      return state;
    },
    [publicKey, memberId, say, t],
  );
  return {
    state: now,
    isSubscribed: now === "subscribed",
    /** An iPhone: only once the page is on the home screen. */
    needsInstall: install,
    pending,
    failure,
    turnOn: () => change(subscribeDevice(publicKey, memberId)),
    turnOff: () => change(unsubscribeDevice()),
  };
}
