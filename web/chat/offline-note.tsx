import { WifiOff } from "lucide-react";
import { useIsOffline } from "#web/lib/use-is-offline.ts";

export function OfflineNote({ words }: { words: string }) {
  const offline = useIsOffline();
  return (
    <div role="status">
      {offline ? (
        <p className="mb-1.5 flex items-start gap-2 font-medium text-sm">
          <WifiOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          {words}
        </p>
      ) : null}
    </div>
  );
}
