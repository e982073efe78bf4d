import { Share } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { askToInstall, findInstallMethod, onInstallChange } from "#web/lib/install.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { rich, useTexts } from "#web/lib/texts.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

/** `start` shows the prompt, or on an iPhone the share menu's instructions in `dialog`, and then returns null. */
export function useInstall() {
  const method = useSyncExternalStore(onInstallChange, findInstallMethod, () => null);
  const [explained, setExplained] = useState(false);
  const start = async (): Promise<boolean | null> => {
    if (method === "prompt") return await askToInstall();
    setExplained(true);
    return null;
  };
  // rendered into the body, because closing the account menu would close a dialog inside it
  const dialog = explained ? createPortal(<HowToInstall onClose={() => setExplained(false)} />, document.body) : null;
  return { method, start, dialog };
}

function HowToInstall({ onClose }: { onClose: () => void }) {
  const t = useTexts("notifications.install");
  const { name } = useSettings();
  const share = (words: string) => (
    <strong className="whitespace-nowrap">
      <Share aria-hidden className="me-1 inline size-5 align-text-bottom text-primary-ink" />
      {words}
    </strong>
  );
  return (
    <Dialog open onClose={onClose} title={t("title", { site: name })} sheet>
      <p className="text-lg">{rich(t("iphone", { site: name }), { share })}</p>
    </Dialog>
  );
}
