import { useState } from "react";
import { isMode, type Mode, modeField, modes } from "#web/lib/appearance.ts";
import { useRootData } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useEvents } from "#web/lib/use-events.ts";
import { useInBrowser } from "#web/lib/use-hydrated.ts";
import { ChoiceGroup } from "#web/ui/choice-group.tsx";

/** The radio buttons of the account menu, which are not in this form. */
function checkElsewhere(mode: Mode): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(`[name=${modeField}]`)) {
    if (input.form === null) input.checked = input.value === mode;
  }
}

/** The same choice as in the account menu, in words; `listenToModes` does what is chosen here. */
export function AppearanceSetting() {
  const t = useTexts("shell");
  const account = useTexts("account");
  const loaded = useRootData()?.mode ?? "system";
  const [chosen, setChosen] = useState<Mode | null>(null);
  const current = useInBrowser(() => document.documentElement.dataset.mode, loaded);
  useEvents("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== modeField || !isMode(target.value)) return;
    setChosen(target.value);
    checkElsewhere(target.value);
  });
  return (
    // a form of its own: the account menu's radio buttons have the same name
    <form>
      <ChoiceGroup
        look="pills"
        className="mb-0"
        name={modeField}
        legend={<span className="sr-only">{t("theme.legend")}</span>}
        note={account("settings.appearance_note")}
        options={modes.map((value) => ({ value, label: t(`theme.${value}`) }))}
        value={chosen ?? current}
      />
    </form>
  );
}
