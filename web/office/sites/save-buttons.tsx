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
