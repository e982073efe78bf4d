import { useEffect, useState } from "react";
import type { GiftOffer } from "#contract/attachments.ts";
import type { ShownSetting, ShownSite } from "#contract/staff-sites.ts";
import { GiftDrawing } from "#web/chat/gifts/drawing.tsx";
import { giftPrices } from "#web/chat/gifts/gift-prices.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Section } from "#web/ui/section.tsx";
import { LookPreview } from "./look-preview.tsx";
import { SaveButtons, useSiteChange } from "./save-buttons.tsx";
import { SettingField } from "./setting-field.tsx";
import { type GroupName, settingGroups } from "./setting-groups.ts";
import { changesOf, currentValue, isFound, offerOf, readValue, type SettingSearch } from "./setting-value.ts";

type Typed = Readonly<Record<string, string | undefined>>;

type PreviewProps = { settings: readonly ShownSetting[]; typed: Typed };

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

/** The preview of the group `look`, from what is typed, else from the settings. */
function Preview({ settings, typed, domain }: PreviewProps & { domain: string }) {
  const text = (name: string) => {
    const setting = settings.find((each) => each.name === name);
    return typed[name] ?? String(setting ? currentValue(setting) : "");
  };
  const texts = { theme: text("theme"), logo: text("logo"), name: text("name"), title: text("index_title") };
  return <LookPreview texts={{ ...texts, text: text("description"), domain }} />;
}

type Props = { site: ShownSite; name: GroupName; search: SettingSearch; onUnsaved: (unsaved: boolean) => void };

/** A group of settings that are saved together. Those that the search does not find stay in the form, hidden. */
export function SettingGroup({ site, name, search, onUnsaved }: Props) {
  const t = useTexts("staff-sites");
  const members: readonly string[] = settingGroups[name];
  const change = useSiteChange(site, ({ settings }) => settings.filter((each) => members.includes(each.name)));
  const [typed, setTyped] = useState<Typed>({});
  const { seen, round, save, reload, pending, failure } = change;
  const settings = members.flatMap((member) => seen.find((each) => each.name === member) ?? []);
  const isUnsaved = Object.keys(typed).length > 0 && changesOf(settings, typed).length > 0;
  useEffect(() => onUnsaved(isUnsaved), [onUnsaved, isUnsaved]);
  const found = settings.filter((setting) => isFound(setting, search));
  const isWhole = found.length === settings.length;
  const domain = site.settings.find((each) => each.name === "domain");
  return (
    <Section
      id={`group-${name}`}
      title={t(`group.${name}`)}
      className="surface-card mb-5 p-4 md:p-5"
      hidden={found.length === 0 && !isUnsaved}
    >
      {name === "look" && isWhole ? (
        <Preview settings={settings} typed={typed} domain={String(domain ? currentValue(domain) : "")} />
      ) : null}
      {name === "gifts" && isWhole ? <Offer {...{ settings, typed }} /> : null}
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
          <div key={setting.name} hidden={!found.includes(setting)}>
            <SettingField setting={setting} />
          </div>
        ))}
        <SaveButtons pending={pending} failure={failure} reload={reload} />
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
