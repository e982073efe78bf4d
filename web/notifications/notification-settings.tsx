import { use, useState } from "react";
import type { Notifications } from "#contract/notifications.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { PostedContext, SaveWithoutScripts, SettingForm } from "#web/setting-parts/setting-form.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import { LiftDisabled } from "./lift-disabled.tsx";
import { PreferenceTable } from "./preference-table.tsx";
import { usePush } from "./use-push.ts";

/** The settings' section about notifications for members who are away (R2.26, D9.1). */
export function NotificationSettings({ initial, email }: { initial: Notifications; email: string }) {
  const t = useTexts("notifications");
  const [disabled, setDisabled] = useState(initial.disabled);
  // the button may be pressed before it has its script: then the browser posts the form, and this is the answer's page
  const posted = use(PostedContext);
  const [lifted, setLifted] = useState(posted?.typed.setting === "disabled" && initial.disabled.length === 0);
  // the pressed button is gone, so the focus moves
  const status = useFocus<HTMLParagraphElement>(lifted);
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted">{t("settings.intro")}</p>
      <LiftDisabled
        email={email}
        disabled={disabled}
        onLifted={(left) => {
          setDisabled(left);
          setLifted(left.length === 0);
        }}
      />
      <p ref={status} tabIndex={-1} role="status" className="font-medium text-secondary-ink outline-none empty:hidden">
        {lifted ? t("disabled.lifted") : null}
      </p>
      {/* each switch is saved when it is turned; without scripts the button saves all of them */}
      <SettingForm form={{ setting: "notifications", failure: null }} onSubmit={() => {}}>
        <PreferenceTable initial={initial.preferences} />
        <SaveWithoutScripts />
      </SettingForm>
      <div className="noscript:hidden">
        <DeviceSetting />
      </div>
    </div>
  );
}

/** R4.05: or the reason why it can't be used; nothing if that can't change: the table says so. */
function DeviceSetting() {
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
