import { useState } from "react";
import { changeStaffSite, getStaffSite, type ShownSite, type SiteChange } from "#contract/staff-sites.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type FormFailure, useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { useToast } from "#web/ui/toast.tsx";

type Props = { pending: boolean; failure: FormFailure | null; reload: () => void };

/** Saves a form; if another admin was faster, the current values can be loaded, because they replace what was typed. */
export function SaveButtons({ pending, failure, reload }: Props) {
  const t = useTexts("staff-sites");
  const shell = useTexts("shell");
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" pending={pending}>
        {shell("save")}
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

/** A change is compared with `seen`, what the form shows, so it never overwrites a value that was not seen. */
export function useSiteChange<T>(site: ShownSite, pick: (site: ShownSite) => T) {
  const t = useTexts("staff-sites");
  const toast = useToast();
  const saving = useCall(changeStaffSite);
  const loading = useCall(getStaffSite);
  const [{ seen, round }, setSeen] = useState({ seen: pick(site), round: 0 });
  const show = (fresh: ShownSite) => setSeen((last) => ({ seen: pick(fresh), round: last.round + 1 }));

  const save = async (changes: readonly SiteChange[], alsoOn: readonly string[] = []): Promise<boolean> => {
    if (changes.length === 0) {
      toast({ title: t("nothing_changed") });
      return false;
    }
    const answer = await saving.run({ body: { site: site.key, changes: [...changes], also_on: [...alsoOn] } });
    if (!answer) return false;
    show(answer);
    const waits = changes.some(({ name }) => answer.proposed.includes(name));
    const drafted = answer.settings.some(
      ({ name, coming }) => coming && changes.some((change) => change.name === name),
    );
    const title = t(drafted ? "next_terms.drafted" : "saved");
    toast(waits ? { title: t("waits") } : { title, tone: "good" });
    return true;
  };
  const reload = async (): Promise<boolean> => {
    const answer = await loading.run({ query: { site: site.key } });
    if (!answer) return false;
    saving.clearFailure();
    show(answer);
    return true;
  };
  return { seen, round, save, reload, pending: saving.pending, failure: saving.failure ?? loading.failure };
}
