import { useState } from "react";
import type { ShownSetting, ShownSite } from "#contract/staff-sites.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { LookPreview } from "./look-preview.tsx";
import { SaveButtons } from "./save-buttons.tsx";
import { SettingField } from "./setting-field.tsx";
import { type GroupName, settingGroups } from "./setting-groups.ts";
import { changesOf, currentValue } from "./setting-value.ts";
import { useSiteChange } from "./use-site-change.ts";

type Typed = Readonly<Record<string, string | undefined>>;

/** The preview of the group `look`, from what is typed, else from the settings. */
function Preview({ settings, typed, domain }: { settings: readonly ShownSetting[]; typed: Typed; domain: string }) {
  const text = (name: string) => {
    const setting = settings.find((each) => each.name === name);
    return typed[name] ?? String(setting ? currentValue(setting) : "");
  };
  const texts = { theme: text("theme"), logo: text("logo"), name: text("name"), title: text("index_title") };
  return <LookPreview texts={{ ...texts, text: text("description"), domain }} />;
}

/** A group of settings that are saved together. */
export function SettingGroup({ site, name }: { site: ShownSite; name: GroupName }) {
  const t = useTexts("staff-sites");
  const members: readonly string[] = settingGroups[name];
  const change = useSiteChange(site, ({ settings }) => settings.filter((each) => members.includes(each.name)));
  const [typed, setTyped] = useState<Typed>({});
  const { seen, round, save, reload, pending, failure } = change;
  const settings = members.flatMap((member) => seen.find((each) => each.name === member) ?? []);
  const domain = site.settings.find((each) => each.name === "domain");
  return (
    <section aria-labelledby={`group-${name}`} className="surface-card mb-5 p-4 md:p-5">
      <h2 id={`group-${name}`} className="mb-3 text-xl">
        {t(`group.${name}`)}
      </h2>
      {name === "look" ? (
        <Preview settings={settings} typed={typed} domain={String(domain ? currentValue(domain) : "")} />
      ) : null}
      <CallForm
        key={round}
        failure={failure}
        onInput={(event) => {
          const fields = [...new FormData(event.currentTarget)];
          setTyped(
            Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === "string")),
          );
        }}
        onSubmit={async (fields) => {
          if (await save(changesOf(settings, fields))) setTyped({});
        }}
      >
        {settings.map((setting) => (
          <SettingField key={setting.name} setting={setting} />
        ))}
        <SaveButtons pending={pending} failure={failure} reload={reload} />
      </CallForm>
    </section>
  );
}
