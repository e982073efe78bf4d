import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { type Mode, modeCookie, modeCookieDays, modes, showMode } from "#web/lib/appearance.ts";
import { setCookie } from "#web/lib/cookies.ts";
import { useRootData } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";

const icons = { system: Monitor, light: Sun, dark: Moon };

export function AppearanceSwitch() {
  const t = useTexts("shell");
  const [mode, setMode] = useState<Mode>(useRootData()?.mode ?? "system");
  const choose = (next: Mode) => {
    setMode(next);
    setCookie(modeCookie, next, next === "system" ? 0 : modeCookieDays);
    showMode(next);
  };
  return (
    <fieldset className="inline-flex rounded-full border border-line bg-card p-1">
      <legend className="sr-only">{t("theme.legend")}</legend>
      {modes.map((choice) => {
        const Icon = icons[choice];
        return (
          <label key={choice} className="mode-choice" title={t(`theme.${choice}`)}>
            <input
              type="radio"
              name="mode"
              value={choice}
              checked={mode === choice}
              onChange={() => choose(choice)}
              className="sr-only"
            />
            <Icon aria-hidden className="size-5" />
            <span className="sr-only">{t(`theme.${choice}`)}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
