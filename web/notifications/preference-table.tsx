import { useId, useState } from "react";
import {
  type NotificationChannel,
  type NotificationKind,
  notificationChannels,
  notificationKinds,
  type Preferences,
  setNotification,
  weeklyKinds,
} from "#contract/notifications.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { useFailureText } from "#web/ui/form-error.tsx";
import { usePush } from "./use-push.ts";

/** R2.26: turns at once, and back if saving failed. Without pushes on this device their column is left out. */
export function PreferenceTable({ initial }: { initial: Preferences }) {
  const t = useTexts("notifications");
  const { run, failure } = useCall(setNotification);
  const failureText = useFailureText();
  const id = useId();
  const [shown, setShown] = useState(initial);
  const [saved, setSaved] = useState(false);
  const { state } = usePush();
  const noPush = state === "incapable" || state === "denied";
  const channels = noPush ? notificationChannels.filter((channel) => channel !== "push") : notificationChannels;

  const save = async (kind: NotificationKind, channel: NotificationChannel, enabled: boolean) => {
    const show = (to: boolean) => setShown((now) => ({ ...now, [kind]: { ...now[kind], [channel]: to } }));
    show(enabled);
    setSaved(false);
    const answer = await run({ body: { kind, channel, enabled } });
    if (answer === null) show(!enabled);
    setSaved(answer !== null);
  };
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
                {saved ? t("settings.saved") : null}
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
              <th
                id={`${id}-${kind}`}
                scope="row"
                className="hyphens-auto py-2 pe-2 text-start font-normal wrap-anywhere"
              >
                {t(`settings.${kind}`)}
              </th>
              {channels.map((channel) => (
                <td key={channel} className="p-0 text-center">
                  {channel === "push" && weeklyKinds.some((weekly) => weekly === kind) ? (
                    <span className="inline-flex size-14 items-center justify-center text-muted">
                      <span aria-hidden="true">–</span>
                      <span className="sr-only">{t("settings.email_only")}</span>
                    </span>
                  ) : (
                    <label className="inline-flex size-14 items-center justify-center">
                      <input
                        type="checkbox"
                        name={`${kind}.${channel}`}
                        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its own checked state
                        role="switch"
                        aria-labelledby={`${id}-${kind} ${id}-${channel}`}
                        className="switch"
                        checked={shown[kind][channel]}
                        onChange={(event) => void save(kind, channel, event.currentTarget.checked)}
                      />
                    </label>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div role="alert">{failure ? <p className="field-error">{failureText(failure)}</p> : null}</div>
      {state === "default" ? <p className="field-note mt-3">{t("settings.off_here")}</p> : null}
      <p className="field-note mt-3">{t("settings.consent")}</p>
    </>
  );
}
