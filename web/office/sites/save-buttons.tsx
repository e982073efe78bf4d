import { useTexts } from "#web/lib/texts.tsx";
import type { FormFailure } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";

type Props = { pending: boolean; failure: FormFailure | null; reload: () => void };

/** Saves a form; if another admin was faster, the current values can be loaded, because they replace what was typed. */
export function SaveButtons({ pending, failure, reload }: Props) {
  const t = useTexts("staff-sites");
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" pending={pending}>
        {t("save")}
      </Button>
      {failure?.code === "site_changed" ? (
        <Button look="outline" onClick={reload}>
          {t("load_current")}
        </Button>
      ) : null}
    </div>
  );
}

/** What of the page waits for a second person; nothing if nothing does. */
export function ProposedNote({ names }: { names: readonly string[] }) {
  const t = useTexts("staff-sites");
  if (names.length === 0) return null;
  return <p className="surface-card mb-5 break-words p-4">{t("proposed", { names: names.join(", ") })}</p>;
}
