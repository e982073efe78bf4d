import { Smartphone } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";
import { useInstall } from "./use-install.tsx";

/** The account menu's entry that installs the site as an app, if the browser can. */
export default function InstallItem({ onPress }: { onPress: () => void }) {
  const t = useTexts("notifications.install");
  const { method, start, dialog } = useInstall();
  if (method === null) return null;
  return (
    <li>
      <button
        type="button"
        className="menu-item"
        onClick={() => {
          onPress();
          void start();
        }}
      >
        <Smartphone aria-hidden className="size-5 text-muted" />
        {t("menu")}
      </button>
      {dialog}
    </li>
  );
}
