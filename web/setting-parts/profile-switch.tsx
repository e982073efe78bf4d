import { type ReactNode, useState } from "react";
import { saveProfile } from "#contract/profiles.ts";
import { call } from "#web/lib/call.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFailureText } from "#web/ui/form-error.tsx";
import { MoreInfo } from "#web/ui/more-info.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { type SwitchOutcome, useSwitch } from "./use-switch.ts";

/** The switches of the member's own profile, which the privacy settings show; each is a field of `saveProfile`. */
export const profileSwitches = [
  "invisible",
  "shown_to_visitors",
  "leaves_visits",
  "shows_typing",
  "shows_read",
  "takes_talks",
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
  /** Its texts: the label, the note, and the status after it was turned on or off. */
  words: (part: "" | "_note" | "_on" | "_off") => string;
  on: boolean;
  onTurned?: (on: boolean) => void;
  children?: ReactNode;
};

/** What a switch does, in a line; what stands after a line break opens below it. */
function Note({ text }: { text: string }) {
  const [line = "", more] = text.split("\n");
  return more === undefined ? line : <MoreInfo line={line}>{more}</MoreInfo>;
}

/** A switch of the member's own profile. It changes at once, and reverts if the server did not save it. */
export function ProfileSwitch({ name, words, on: initially, onTurned, children }: Props) {
  const say = useFailureText();
  const [outcome, setOutcome] = useState<SwitchOutcome>(null);
  const t = useTexts("shell");
  const { on, saving, turn } = useSwitch({
    on: initially,
    async save(key, isOn) {
      const { [name]: now = isOn } = await call(saveProfile, { key, body: { [name]: isOn } });
      onTurned?.(now);
      return now;
    },
    onOutcome: setOutcome,
  });
  const isSaved = outcome === "saved";
  return (
    <div className="border-line border-b pt-3 pb-4 first:pt-0 last:border-b-0 last:pb-0">
      <Switch
        name={name}
        label={words("")}
        note={<Note text={words("_note")} />}
        checked={on}
        onChange={(event) => turn(event.currentTarget.checked)}
        error={outcome === null || isSaved ? undefined : say(outcome)}
      />
      {children}
      <p role="status" className="font-medium text-secondary-ink text-sm">
        {saving ? t("saving") : isSaved ? words(on ? "_on" : "_off") : null}
      </p>
    </div>
  );
}

/** Whether people who are not logged in see the member too; off until the member switches it on. */
export function VisitorsSwitch({ on }: { on: boolean }) {
  const t = useTexts("account");
  return <ProfileSwitch name="shown_to_visitors" words={(part) => t(`privacy.visitors${part}`)} on={on} />;
}
