import { type ReactNode, useState } from "react";
import { saveProfile } from "#contract/profiles.ts";
import { useCall } from "#web/lib/use-call.ts";
import { useFailureText } from "#web/ui/form-error.tsx";
import { Switch } from "#web/ui/switch.tsx";
import type { ProfileSwitchName } from "./profile-switches.ts";

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
