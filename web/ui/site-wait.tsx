import { Clock3 } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { createListeners } from "#web/lib/listeners.ts";
import { hasWaits, listenToWaits, stopWaits } from "#web/lib/site-waits.ts";
import { useTexts } from "#web/lib/texts.tsx";

/** Whether something that the member sent waits for the site to be back. */
export const useHasWaits = () => useSyncExternalStore(listenToWaits, hasWaits, () => false);

let places = 0;
const { listen, emit } = createListeners();

/** Whether a note about it is needed beside the toasts: no place of the page has one. */
export function useNeedsWaitToast(): boolean {
  const hasPlace = useSyncExternalStore(
    listen,
    () => places > 0,
    () => false,
  );
  return useHasWaits() && !hasPlace;
}

/** Says that it goes out by itself, and stops it: then its part of the page says that it was not sent. */
export function SiteWait({ onStop }: { onStop?: () => void }) {
  const t = useTexts("shell");
  return (
    <div className="flex grow flex-wrap items-center justify-end gap-x-2">
      <p className="flex min-w-48 flex-1 items-start gap-2 py-1 font-medium text-sm">
        <Clock3 aria-hidden className="mt-0.5 size-4 shrink-0" />
        {t("failure.waits")}
      </p>
      <button
        type="button"
        className="min-h-11 px-2 font-semibold text-sm underline"
        onClick={() => {
          stopWaits();
          onStop?.();
        }}
      >
        {t("cancel")}
      </button>
    </div>
  );
}

/** The note where the member sent something that toasts would cover, or are covered by: a chat, a dialog. */
export function SiteWaitNote() {
  const waits = useHasWaits();
  useEffect(() => {
    places += 1;
    emit();
    return () => {
      places -= 1;
      emit();
    };
  }, []);
  return <div role="status">{waits ? <SiteWait /> : null}</div>;
}
