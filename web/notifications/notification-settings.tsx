import { use, useId, useState } from "react";
import {
  type NotificationChannel,
  type NotificationKind,
  type NotificationPreferences,
  type Notifications,
  notificationChannels,
  notificationKinds,
  setNotification,
  type WeeklyKind,
  weeklyKinds,
} from "#contract/notifications.ts";
import { call } from "#web/lib/call.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { PostedContext, SaveWithoutScripts, SettingForm } from "#web/setting-parts/setting-form.tsx";
import { type SwitchOutcome, useSwitch } from "#web/setting-parts/use-switch.ts";
import { useFailureText } from "#web/ui/form-error.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import { LiftDisabled } from "./lift-disabled.tsx";
import { usePush } from "./use-push.ts";

/** The settings' section about notifications for members who are away. */
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

/** The switch, or the reason why it can't be used; nothing if that can't change: the table says so. */
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

type PreferenceProps = {
  kind: NotificationKind;
  channel: NotificationChannel;
  on: boolean;
  /** The elements with its name. */
  labelledBy: string;
  /** The element that says more. */
  describedBy: string | undefined;
  onOutcome: (outcome: SwitchOutcome) => void;
};

function PreferenceSwitch({ kind, channel, labelledBy, describedBy, ...options }: PreferenceProps) {
  const { on, turn } = useSwitch({
    ...options,
    async save(key, enabled) {
      await call(setNotification, { key, body: { kind, channel, enabled } });
      return enabled;
    },
  });
  return (
    <label className="inline-flex size-14 items-center justify-center">
      <input
        type="checkbox"
        name={`${kind}.${channel}`}
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its own checked state
        role="switch"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        className="switch"
        checked={on}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
    </label>
  );
}

const isWeekly = (kind: NotificationKind): kind is WeeklyKind => weeklyKinds.some((weekly) => weekly === kind);

/** A switch turns at once, and back if saving failed. Without pushes on this device their column is left out. */
function PreferenceTable({ initial }: { initial: NotificationPreferences }) {
  const t = useTexts("notifications");
  const failureText = useFailureText();
  const id = useId();
  const [outcome, setOutcome] = useState<SwitchOutcome>(null);
  const isSaved = outcome === "saved";
  const { state } = usePush();
  const noPush = state === "incapable" || state === "denied";
  const channels = noPush ? notificationChannels.filter((channel) => channel !== "push") : notificationChannels;
  return (
    <>
      {/* if the browser blocks pushes, the setting below says so, and how to allow them */}
      {state === "incapable" ? <p className="field-note mb-3">{t("settings.not_here_text")}</p> : null}
      <table className="w-full">
        <caption className="sr-only">{t("settings.table")}</caption>
        <thead>
          <tr className="text-muted text-sm">
            {/* in the corner of the table, so that nothing moves when it appears */}
            <td className="text-secondary-ink">
              <span role="status" className="font-medium">
                {isSaved ? t("settings.saved") : null}
              </span>
            </td>
            {channels.map((channel) => (
              <th
                key={channel}
                id={`${id}-${channel}`}
                scope="col"
                className="w-20 max-w-20 pb-1 text-center wrap-anywhere font-semibold"
              >
                {t(`settings.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {notificationKinds.map((kind) => (
            <tr key={kind} className="border-line border-t">
              <th scope="row" className="hyphens-auto py-2 pe-2 text-start font-normal wrap-anywhere">
                <span id={`${id}-${kind}`}>{t(`settings.${kind}`)}</span>
                {isWeekly(kind) ? (
                  <span id={`${id}-${kind}-note`} className="block text-muted text-sm">
                    {t(`settings.${kind}_note`)}
                  </span>
                ) : null}
              </th>
              {channels.map((channel) => (
                <td key={channel} className="p-0 text-center">
                  {channel === "push" && isWeekly(kind) ? (
                    <span className="inline-flex size-14 items-center justify-center text-muted">
                      <span aria-hidden="true">–</span>
                      <span className="sr-only">{t("settings.email_only")}</span>
                    </span>
                  ) : (
                    <PreferenceSwitch
                      {...{ kind, channel }}
                      on={initial[kind][channel]}
                      labelledBy={`${id}-${kind} ${id}-${channel}`}
                      describedBy={isWeekly(kind) ? `${id}-${kind}-note` : undefined}
                      onOutcome={setOutcome}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div role="alert">
        {outcome === null || isSaved ? null : <p className="field-error">{failureText(outcome)}</p>}
      </div>
      {state === "default" ? <p className="field-note mt-3">{t("settings.off_here")}</p> : null}
      <p className="field-note mt-3">{t("settings.consent")}</p>
    </>
  );
}
