import { Monitor, Moon, Sun } from "lucide-react";
import { modeField, modes } from "#web/lib/appearance.ts";
import { useRootData } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useInBrowser } from "#web/lib/use-hydrated.ts";

const icons = { system: Monitor, light: Sun, dark: Moon };

/** `listenToModes` does what is chosen here. */
export function AppearanceSwitch() {
  const t = useTexts("shell");
  const loaded = useRootData()?.mode ?? "system";
  const mode = useInBrowser(() => document.documentElement.dataset.mode, loaded);
  return (
    <fieldset className="inline-flex rounded-full border border-line bg-card p-1">
      <legend className="sr-only">{t("theme.legend")}</legend>
      {modes.map((choice) => {
        const Icon = icons[choice];
        return (
          <label key={choice} className="mode-choice" title={t(`theme.${choice}`)}>
            <input type="radio" name={modeField} value={choice} defaultChecked={mode === choice} className="sr-only" />
            <Icon aria-hidden className="size-5" />
            <span className="sr-only">{t(`theme.${choice}`)}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
