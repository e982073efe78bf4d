import { useState } from "react";
import type { GiftOffer } from "#contract/attachments.ts";
import { getStaffSite, type ShownSetting, type ShownSite } from "#contract/staff-sites.ts";
import { GiftDrawing } from "#web/chat/gifts/drawing.tsx";
import { giftPrices } from "#web/chat/gifts/gift-prices.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type Fields, toFields } from "#web/lib/use-form.ts";
import { useStateFor } from "#web/lib/use-state-for.ts";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { CallForm } from "#web/ui/call-form.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Section } from "#web/ui/section.tsx";
import { TextArea, TextField } from "#web/ui/text-field.tsx";
import type { Route } from "./+types/settings.ts";
import { LookPreview } from "./look-preview.tsx";
import { ProposedNote, SaveButtons, useSiteChange } from "./save-buttons.tsx";
import { SettingField } from "./setting-field.tsx";
import { type GroupName, groupNames, settingGroups } from "./setting-groups.ts";
import {
  changesOf,
  currentValue,
  isFound,
  itemsOf,
  offerOf,
  readValue,
  type SettingSearch,
  textOf,
} from "./setting-value.ts";
import { readAskedSite, SiteFrame } from "./site-frame.tsx";
import { UnsavedQuestion } from "./unsaved-question.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  return await loadStaff(context, getStaffSite, { query: readAskedSite(request) });
}

/** Edits every setting of a site, in groups, with its description; a wrong value is refused at its field. */
export default function Settings({ loaderData: site }: Route.ComponentProps) {
  const t = useTexts("staff-sites");
  const [search, setSearch] = useState<SettingSearch>({ words: "", changedOnly: false });
  const [unsaved, setUnsaved] = useState<readonly GroupName[]>([]);
  const setGroup = (name: GroupName, isUnsaved: boolean) =>
    setUnsaved((names) => [...names.filter((each) => each !== name), ...(isUnsaved ? [name] : [])]);
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
          <SettingGroup key={name} site={site} name={name} search={search} onUnsaved={setGroup} />
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

type PreviewProps = { settings: readonly ShownSetting[]; typed: Fields };

/** The preview of the group `gifts`, from what is typed, else from the settings. */
function Offer({ settings, typed }: PreviewProps) {
  const shownOf = (name: string) => {
    const setting = settings.find((each) => each.name === name);
    if (!setting) return "";
    return Object.keys(typed).length === 0 ? currentValue(setting) : readValue(setting, typed);
  };
  const credits = shownOf("gift_credits");
  return <OfferPreview credits={typeof credits === "number" ? credits : 0} offer={offerOf(shownOf("gift_factors"))} />;
}

type OnUnsaved = (name: GroupName, isUnsaved: boolean) => void;
type Props = { site: ShownSite; name: GroupName; search: SettingSearch; onUnsaved: OnUnsaved };

/** A group of settings that are saved together. Those that the search does not find stay in the form, hidden. */
function SettingGroup({ site, name, search, onUnsaved }: Props) {
  const t = useTexts("staff-sites");
  const members: readonly string[] = settingGroups[name];
  const change = useSiteChange(site, ({ settings }) => settings.filter((each) => members.includes(each.name)));
  const { seen, round, save, reload, pending, failure } = change;
  // what is saved or loaded is another form
  const [typed, setTyped] = useStateFor<Fields>(round, {});
  const settings = members.flatMap((member) => seen.find((each) => each.name === member) ?? []);
  const isUnsaved = Object.keys(typed).length > 0 && changesOf(settings, typed).length > 0;
  const matches = settings.filter((setting) => isFound(setting, search));
  const isWhole = matches.length === settings.length;
  return (
    <Section
      id={`group-${name}`}
      title={t(`group.${name}`)}
      className="surface-card mb-5 p-4 md:p-5"
      hidden={matches.length === 0 && !isUnsaved}
    >
      {name === "look" && isWhole ? (
        <LookPreview settings={settings} typed={typed} domain={textOf(site.settings, {}, "domain")} />
      ) : null}
      {name === "gifts" && isWhole ? <Offer {...{ settings, typed }} /> : null}
      <CallForm
        key={round}
        failure={failure}
        onInput={({ currentTarget }) => {
          const fields = toFields(new FormData(currentTarget));
          setTyped(fields);
          onUnsaved(name, changesOf(settings, fields).length > 0);
        }}
        onSubmit={async (fields) => {
          if (await save(changesOf(settings, fields))) onUnsaved(name, false);
        }}
      >
        {settings.map((setting) => (
          <div key={setting.name} hidden={!matches.includes(setting)}>
            <SettingField setting={setting} />
          </div>
        ))}
        <SaveButtons
          pending={pending}
          failure={failure}
          reload={async () => {
            if (await reload()) onUnsaved(name, false);
          }}
        />
      </CallForm>
    </Section>
  );
}

function OfferPreview({ credits, offer }: { credits: number; offer: GiftOffer }) {
  const t = useTexts("staff-sites");
  const words = useTexts("gifts");
  const members = useTexts("members");
  const chat = useTexts("chat");
  const prices = giftPrices({ gift_credits: credits, gift_factors: offer });
  return (
    <figure className="mb-5 rounded-md border border-line p-3">
      <figcaption className="mb-2 font-semibold text-sm">{t("preview.title")}</figcaption>
      {[...Map.groupBy(prices.keys(), (gift) => prices.get(gift) ?? 0)].map(([count, gifts]) => (
        <div key={count} className="mb-2">
          <p className="text-sm">{count === 0 ? chat("composer.free") : members("profile.price_unknown", { count })}</p>
          <ul className="flex flex-wrap gap-2">
            {gifts.map((gift) => (
              <li key={gift} title={words(`name.${gift}`)}>
                <GiftDrawing gift={gift} className="size-9" />
                <span className="sr-only">{words(`name.${gift}`)}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </figure>
  );
}
