import type { ShownSite } from "#contract/staff-sites.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { SaveButtons } from "./save-buttons.tsx";
import { itemsOf } from "./setting-value.ts";
import { useSiteChange } from "./use-site-change.ts";

export function HostsForm({ site }: { site: ShownSite }) {
  const t = useTexts("staff-sites");
  const { seen, round, save, reload, pending, failure } = useSiteChange(site, ({ hosts }) => hosts);
  return (
    <section aria-labelledby="hosts" className="surface-card mb-5 p-4 md:p-5">
      <h2 id="hosts" className="mb-3 text-xl">
        {t("hosts.title")}
      </h2>
      <CallForm
        key={round}
        failure={failure}
        onSubmit={({ hosts = "" }) => save([{ name: "hosts", before: seen, after: itemsOf(hosts) }])}
      >
        <TextArea
          name="hosts"
          label={t("hosts.label")}
          note={t("hosts.note", { host: site.own_host })}
          rows={2}
          spellCheck={false}
          defaultValue={seen.join(", ")}
        />
        <SaveButtons pending={pending} failure={failure} reload={reload} />
      </CallForm>
    </section>
  );
}
