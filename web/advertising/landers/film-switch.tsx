import { Pause, Play } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";

/** Pauses and resumes a film (WCAG 2.2.2). A checkbox, so that a style sheet does the work without scripts. */
export function FilmSwitch({ stopped }: { stopped: boolean }) {
  const t = useTexts("landers.common");
  return (
    <label className="film-switch">
      <input type="checkbox" defaultChecked={stopped} aria-label={t("pause")} />
      <Pause aria-hidden className="size-4.5" />
      <Play aria-hidden className="size-4.5" />
    </label>
  );
}
