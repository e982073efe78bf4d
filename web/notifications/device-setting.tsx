import { useTexts } from "#web/lib/texts.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { usePush } from "./use-push.ts";

/**
 * Pushes on this device (R4.05): a switch, or the reason why it can't be used and how to change that. If nothing can
 * change it, nothing: the table of notifications says so.
 */
export function DeviceSetting() {
  const t = useTexts("notifications");
  const { state, isSubscribed, needsInstall, pending, failure, turnOn, turnOff } = usePush();
  if (state === "denied") {
    return (
      <Notice tone="warning" title={t("push.denied")}>
        {t("push.denied_text")}
      </Notice>
    );
  }
  if (state === "incapable" && needsInstall) return <Notice title={t("push.install")}>{t("push.install_text")}</Notice>;
  if (state === "incapable") return null;
  return (
    <>
      <Switch
        name="push"
        label={t("push.device")}
        note={t("push.note")}
        checked={isSubscribed}
        disabled={state === "unknown"}
        aria-busy={pending || undefined}
        error={failure ?? undefined}
        onChange={(event) => {
          if (!pending) void (event.currentTarget.checked ? turnOn() : turnOff());
        }}
      />
      <p role="status" className="sr-only">
        {state === "unknown" ? null : t(isSubscribed ? "push.on" : "push.off")}
      </p>
    </>
  );
}
