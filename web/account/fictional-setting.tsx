import { useState } from "react";
import { saveProfile } from "#contract/profiles.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { useFailureText } from "#web/ui/form-error.tsx";
import { Switch } from "#web/ui/switch.tsx";

/** One switch hides fictional profiles everywhere (D11.1). It turns at once, and back where the server did not hear of it. */
export function FictionalSetting({ hidden }: { hidden: boolean }) {
  const t = useTexts("account");
  const { fictional_plural: fictional } = useSettings();
  const { run, failure } = useCall(saveProfile);
  const say = useFailureText();
  const [on, setOn] = useState(hidden);
  const [changed, setChanged] = useState(false);
  const turn = async (wanted: boolean) => {
    setOn(wanted);
    setChanged(false);
    const answer = await run({ body: { hides_fictional: wanted } });
    setOn(answer?.hides_fictional ?? !wanted);
    setChanged(answer !== null);
  };
  return (
    <>
      <Switch
        name="hides_fictional"
        label={t("settings.fictional_hide", { fictional })}
        note={t("settings.fictional_note")}
        checked={on}
        onChange={(event) => void turn(event.currentTarget.checked)}
        error={failure ? say(failure) : undefined}
      />
      <p role="status" className="font-medium text-secondary-ink text-sm">
        {changed ? t(on ? "settings.fictional_hidden" : "settings.fictional_shown") : null}
      </p>
    </>
  );
}
