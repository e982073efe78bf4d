import { useState } from "react";
import { changeStaffSite, getStaffSite, type ShownSite, type SiteChange } from "#contract/staff-sites.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { useToast } from "#web/ui/toast.tsx";

/**
 * A form that changes a site. `seen` is what the form shows, and what a change is compared with, whatever another part
 * of the page loads: so a form never overwrites a value that its user has not seen. `round` counts how often it was
 * replaced, for the form's key.
 */
export function useSiteChange<T>(site: ShownSite, pick: (site: ShownSite) => T) {
  const t = useTexts("staff-sites");
  const toast = useToast();
  const saving = useCall(changeStaffSite);
  const loading = useCall(getStaffSite);
  const [{ seen, round }, setSeen] = useState({ seen: pick(site), round: 0 });
  const show = (fresh: ShownSite) => setSeen((last) => ({ seen: pick(fresh), round: last.round + 1 }));

  const save = async (changes: readonly SiteChange[]): Promise<boolean> => {
    if (changes.length === 0) {
      toast({ title: t("nothing_changed") });
      return false;
    }
    const answer = await saving.run({ body: { site: site.key, changes: [...changes] } });
    if (!answer) return false;
    show(answer);
    const waits = changes.some(({ name }) => answer.proposed.includes(name));
    toast(waits ? { title: t("waits") } : { title: t("saved"), tone: "good" });
    return true;
  };
  const reload = async () => {
    const answer = await loading.run({ query: { site: site.key } });
    if (!answer) return;
    saving.clearFailure();
    show(answer);
  };
  return { seen, round, save, reload, pending: saving.pending, failure: saving.failure ?? loading.failure };
}
