import type { InputOf } from "#contract/call.ts";
import { landerNames } from "#contract/landers.ts";
import { noticeKinds } from "#contract/notifications.ts";
import { getStaffWords, type StaffWords, wordsPreviewPath } from "#contract/site-words.ts";
import { getStaffSite, type ShownSite } from "#contract/staff-sites.ts";
import { languageNames } from "#web/lib/languages.ts";
import { pickParams } from "#web/lib/pick-params.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type Fields, toFields } from "#web/lib/use-form.ts";
import { useStateFor } from "#web/lib/use-state-for.ts";
import { FilterCard } from "#web/office/staff/filter-card.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { choice, optionsOf } from "#web/ui/fields.tsx";
import { Section } from "#web/ui/section.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import type { Route } from "./+types/words.ts";
import { SaveButtons, useSiteChange } from "./save-buttons.tsx";
import { SiteFrame } from "./site-frame.tsx";
import { SitePicture } from "./site-picture.tsx";
import { UnsavedQuestion } from "./unsaved-question.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const params = pickParams(new URL(request.url).searchParams, ["site", "language", "group"]);
  // the API rejects a text that is not a language
  const query = params as InputOf<typeof getStaffWords>["query"];
  const words = await loadStaff(context, getStaffWords, { query });
  return { words, site: await loadStaff(context, getStaffSite, { query: { site: words.key } }) };
}

/** The mails whose subject is the title of a push, too. */
const pushed = noticeKinds.map((kind) => `mails.${kind}`);

/** Words the home page, the landers and the mails of a site, as far as these may differ. */
export default function Words({ loaderData: { words, site } }: Route.ComponentProps) {
  const t = useTexts("staff-sites");
  const { key, language, languages, group, groups } = words;
  const labelOf = ({ name, title }: StaffWords["groups"][number]) => {
    if (name === "home") return t("words_tab.home");
    if (name === "landings") return t("words_tab.landings");
    return t(name.startsWith("mails.") ? "words_tab.mail" : "words_tab.lander", { title });
  };
  const options = groups.map((each) => ({ value: each.name, label: labelOf(each) }));
  const place = `${key} ${group} ${language}`;
  const lander = landerNames.find((name) => group === `landers.${name}`);
  return (
    <SiteFrame sites={site.sites} site={key}>
      <p className="mb-5 max-w-prose text-muted">
        {t("words_tab.intro")} {pushed.includes(group) ? t("words_tab.push") : null}
      </p>
      <FilterCard
        key={place}
        columns="sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]"
        sends={{ site: key }}
        of={[
          choice("group", t("words_tab.group"), options, { defaultValue: group }),
          choice(
            "language",
            t("fictional.language"),
            optionsOf(languages, (code) => languageNames[code]),
            {
              defaultValue: language,
            },
          ),
        ]}
      />
      {group === "home" || lander ? <SitePicture key={`${key} ${group}`} site={site} lander={lander} /> : null}
      <WordsForm key={place} words={words} site={site} />
    </SiteFrame>
  );
}

const fieldOf = (key: string) => `words.${key}`;

/** The texts that are the site's own, as typed, and the built-in ones beside them. */
function WordsForm({ words, site }: { words: StaffWords; site: ShownSite }) {
  const { texts, site_name: name } = words;
  const { seen, round, save, reload, pending, failure } = useSiteChange(site, ({ words: own }) => own);
  const [typed, setTyped] = useStateFor<Fields>(round, {});
  const changesOf = (fields: Fields) =>
    texts.flatMap(({ key }) => {
      const [before, after] = [seen[key], (fields[fieldOf(key)] ?? seen[key] ?? "").trim() || undefined];
      return before === after ? [] : [{ name: fieldOf(key), before, after }];
    });
  const wordOf = (key: string) => (typed[fieldOf(key)] ?? seen[key] ?? "").trim();
  const preview = texts.map(({ key, standard }) => {
    return { key, text: (wordOf(key) || standard).replaceAll("{site}", name).replaceAll(/<\/?\w+>/g, "") };
  });
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
      <UnsavedQuestion isUnsaved={changesOf(typed).length > 0} />
      <CallForm
        key={round}
        className="surface-card min-w-0 p-4 md:p-5"
        failure={failure}
        onInput={({ currentTarget }) => setTyped(toFields(new FormData(currentTarget)))}
        onSubmit={(fields) => save(changesOf(fields))}
      >
        {texts.map(({ key, standard }) => (
          <TextArea
            key={key}
            name={fieldOf(key)}
            label={<span className="wrap-anywhere">{standard}</span>}
            note={<code className="wrap-anywhere">{key}</code>}
            rows={1}
            maxLength={500}
            defaultValue={seen[key] ?? ""}
          />
        ))}
        <SaveButtons pending={pending} failure={failure} reload={reload} />
      </CallForm>
      <div className="min-w-0">
        {words.preview ? <OnPage words={words} wordOf={wordOf} /> : null}
        <Preview texts={preview} />
      </div>
    </div>
  );
}

type OnPageProps = { words: StaffWords; wordOf: (key: string) => string };

/** Opens the page or mail with the words of the form. Posted, because they may be too long for an address. */
function OnPage({ words: { key: site, group, language, texts }, wordOf }: OnPageProps) {
  const t = useTexts("staff-sites");
  const typed = texts.map(({ key }) => [fieldOf(key), wordOf(key)] as const);
  const fields = [...Object.entries({ site, group, language }), ...typed];
  return (
    <form
      method="post"
      action={wordsPreviewPath}
      target="_blank"
      className="surface-card mb-5 p-4 md:p-5"
      rel="noopener"
    >
      {fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="mb-3 text-muted">{t("preview.open_note")}</p>
      <Button type="submit" look="outline">
        {t("preview.open")}
      </Button>
    </form>
  );
}

const looks: [part: RegExp, look: string][] = [
  [/(?:heading|title|subject|ready)(?:_\w+)?$/, "font-semibold text-xl"],
  [/(?:button|\.go|join|write|look_around)(?:_\w+)?$/, buttonClass({ look: "primary" })],
];

/** The texts in the order in which they are read, filled as far as they are the same for every reader. */
function Preview({ texts }: { texts: readonly { key: string; text: string }[] }) {
  const t = useTexts("staff-sites");
  return (
    <Section title={t("preview.title")} heading="text-muted text-sm" className="surface-card min-w-0 p-4 md:p-5">
      {texts.map(({ key, text }) => (
        <p key={key} className="mb-3 wrap-anywhere">
          <span className={looks.find(([part]) => part.test(key))?.[1]}>{text}</span>
        </p>
      ))}
    </Section>
  );
}
