import { type ReactNode, useState } from "react";
import { saveProfile } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { useFailureText } from "#web/ui/form-error.tsx";
import { Switch } from "#web/ui/switch.tsx";

/** The switches of the member's own profile, which the privacy settings show; each is a field of `saveProfile`. */
export const profileSwitches = [
  "invisible",
  "shown_to_visitors",
  "leaves_visits",
  "shows_typing",
  "shows_read",
  "shows_gifts",
  "shows_odds",
  "only_fitting_write",
  "only_verified_write",
  "introduces",
  "hides_fictional",
] as const;
export type ProfileSwitchName = (typeof profileSwitches)[number];

type Props = {
  name: ProfileSwitchName;
  label: string;
  note: string;
  /** The initial state. */
  on: boolean;
  /** The status texts after turning it on or off. */
  done: { on: string; off: string };
  onTurned?: (on: boolean) => void;
  children?: ReactNode;
};

/** A switch of the member's own profile. It changes at once, and reverts if the server did not save it. */
export function ProfileSwitch({ name, label, note, on: initially, done, onTurned, children }: Props) {
  const { run, failure } = useCall(saveProfile);
  const say = useFailureText();
  const [on, setOn] = useState(initially);
  const [changed, setChanged] = useState(false);
  const save = async (wanted: boolean) => {
    setOn(wanted);
    setChanged(false);
    const answer = await run({ body: { [name]: wanted } });
    const now = answer?.[name] ?? !wanted;
    setOn(now);
    setChanged(answer !== null);
    onTurned?.(now);
  };
  return (
    <div className="border-line border-b pt-3 pb-4 first:pt-0 last:border-b-0 last:pb-0">
      <Switch
        name={name}
        label={label}
        note={note}
        checked={on}
        onChange={(event) => void save(event.currentTarget.checked)}
        error={failure ? say(failure) : undefined}
      />
      {children}
      <p role="status" className="font-medium text-secondary-ink text-sm">
        {changed ? done[on ? "on" : "off"] : null}
      </p>
    </div>
  );
}

/** Whether people who are not logged in see the member too (D11.8); off until the member switches it on. */
export function VisitorsSwitch({ on }: { on: boolean }) {
  const t = useTexts("account");
  return (
    <ProfileSwitch
      name="shown_to_visitors"
      label={t("privacy.visitors")}
      note={t("privacy.visitors_note")}
      on={on}
      done={{ on: t("privacy.visitors_on"), off: t("privacy.visitors_off") }}
    />
  );
}
