import { useMemo, useState } from "react";
import { getStaffSite, type ShownSite } from "#contract/staff-sites.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { CallForm } from "#web/ui/call-form.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Section } from "#web/ui/section.tsx";
import { TextArea, TextField } from "#web/ui/text-field.tsx";
import type { Route } from "./+types/settings.ts";
import { ProposedNote, SaveButtons, useSiteChange } from "./save-buttons.tsx";
import { SettingGroup } from "./setting-group.tsx";
import { type GroupName, groupNames } from "./setting-groups.ts";
import { isFound, itemsOf, type SettingSearch } from "./setting-value.ts";
import { readAskedSite, SiteFrame } from "./site-frame.tsx";
import { UnsavedQuestion } from "./unsaved-question.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  return await loadStaff(context, getStaffSite, { query: readAskedSite(request) });
}

/** D2.2: every setting of a site, in groups, with its description; a wrong value is refused at its field. */
export default function Settings({ loaderData: site }: Route.ComponentProps) {
  const t = useTexts("staff-sites");
  const [search, setSearch] = useState<SettingSearch>({ words: "", changedOnly: false });
  const [unsaved, setUnsaved] = useState<readonly GroupName[]>([]);
  const tellers = useMemo(() => {
    const tellerOf = (name: GroupName) => (isUnsaved: boolean) =>
      setUnsaved((names) => {
        if (names.includes(name) === isUnsaved) return names;
        return isUnsaved ? [...names, name] : names.filter((each) => each !== name);
      });
    return Object.fromEntries(groupNames.map((name) => [name, tellerOf(name)])) as Record<
      GroupName,
      (isUnsaved: boolean) => void
    >;
  }, []);
  const isAll = search.words.trim() === "" && !search.changedOnly;
  const isNone = !site.settings.some((setting) => isFound(setting, search));
  return (
    <SiteFrame sites={site.sites} site={site.key}>
      <ProposedNote names={site.proposed} />
      <p className="mb-4 max-w-prose text-muted">{t("intro")}</p>
      <search className="max-w-3xl">
        <TextField
          type="search"
          name="find_setting"
          label={t("find.label")}
          value={search.words}
          onChange={({ target }) => setSearch({ ...search, words: target.value })}
          autoComplete="off"
          maxLength={100}
        />
        <Checkbox
          name="changed_only"
          label={t("find.changed")}
          checked={search.changedOnly}
          onChange={({ target }) => setSearch({ ...search, changedOnly: target.checked })}
        />
      </search>
      <p role="status" className="mb-5 empty:hidden">
        {isNone ? t("find.none") : ""}
      </p>
      {isAll ? (
        <nav aria-label={t("groups")} className="mb-5 flex flex-wrap gap-x-4">
          {groupNames.map((name) => (
            <a key={name} href={`#group-${name}`} className="link py-2">
              {t(`group.${name}`)}
            </a>
          ))}
        </nav>
      ) : null}
      <UnsavedQuestion isUnsaved={unsaved.length > 0} />
      <div key={site.key} className="max-w-3xl">
        {groupNames.map((name) => (
          <SettingGroup key={name} site={site} name={name} search={search} onUnsaved={tellers[name]} />
        ))}
        <div hidden={!isAll}>
          <HostsForm site={site} />
        </div>
      </div>
    </SiteFrame>
  );
}

function HostsForm({ site }: { site: ShownSite }) {
  const t = useTexts("staff-sites");
  const { seen, round, save, reload, pending, failure } = useSiteChange(site, ({ hosts }) => hosts);
  return (
    <Section title={t("hosts.title")} className="surface-card mb-5 p-4 md:p-5">
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
    </Section>
  );
}
