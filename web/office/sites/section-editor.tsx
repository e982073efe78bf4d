import { useState } from "react";
import { useRevalidator } from "react-router";
import type { Language } from "#contract/constants.ts";
import { sectionFrom, type Values } from "#contract/fill-page.ts";
import { withNextTerms } from "#contract/next-terms.ts";
import type { EditablePage, SectionText } from "#contract/page-sections.ts";
import type { OwnSection } from "#contract/sites.ts";
import { changePageText } from "#contract/staff-sites.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Sections } from "#web/pages/page-body.tsx";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Section } from "#web/ui/section.tsx";
import { TextArea, TextField } from "#web/ui/text-field.tsx";
import { useToast } from "#web/ui/toast.tsx";

const linesOf = ({ title, body }: SectionText) =>
  [title, ...body.split("\n").map((line) => line.trim())].filter(Boolean);

type SideProps = { name: string; lines: readonly string[]; other: readonly string[]; as: "del" | "ins" };

/** The lines of one text; those that the other one lacks are marked. */
function Side({ name, lines, other, as: Mark }: SideProps) {
  const tone = Mark === "del" ? "bg-warning-tint" : "bg-good-tint no-underline";
  return (
    <div className="min-w-0">
      <h3 className="mb-2 text-sm">{name}</h3>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines of a text may be the same
        <p key={index} className="mb-2 wrap-anywhere text-sm">
          {other.includes(line) ? line : <Mark className={`rounded-sm px-1 ${tone}`}>{line}</Mark>}
        </p>
      ))}
    </div>
  );
}

function TextDifference({ standard, text }: { standard: SectionText; text: SectionText }) {
  const t = useTexts("staff-sites");
  const [old, own] = [linesOf(standard), linesOf(text)];
  return (
    <Section title={t("pages_tab.difference")} heading="mb-3 text-lg" className="surface-card p-4 md:p-5">
      {old.join("\n") === own.join("\n") ? (
        <p className="text-muted">{t("pages_tab.same")}</p>
      ) : (
        <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
          <Side name={t("pages_tab.standard")} lines={old} other={own} as="del" />
          <Side name={t("pages_tab.yours")} lines={own} other={old} as="ins" />
        </div>
      )}
    </Section>
  );
}

type Place = { site: string; page: EditablePage; language: Language; section: string };
type Props = {
  place: Place;
  /** Missing: the site adds this section. */
  builtIn: OwnSection | undefined;
  own: OwnSection | undefined;
  values: Values;
  placeholders: readonly string[];
  /** What is saved waits for the announcement of the next terms. */
  drafts: boolean;
  /** The law asks for the built-in text, or for what it says. */
  lawful: boolean;
  /** The other languages, in which the page still has the built-in text. */
  others: readonly string[];
};

const toText = (section: OwnSection | undefined): SectionText | undefined =>
  section && { title: section.title, body: section.body };

/** One section: its text to edit, how visitors will see it, and what differs from the built-in text. */
export function SectionEditor({ place, builtIn, own, values, placeholders, drafts, lawful, others }: Props) {
  const t = useTexts("staff-sites");
  const shell = useTexts("shell");
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const { run, pending, failure } = useCall(changePageText);
  // what the form shows; a text that another admin saved meanwhile is refused, not overwritten
  const [seen, setSeen] = useState(own);
  const start = own ?? builtIn ?? { title: "", body: "" };
  const [typed, setTyped] = useState<SectionText>({ title: start.title, body: start.body });
  const [round, setRound] = useState(0);

  const save = async (after: SectionText | undefined, confirmed: boolean) => {
    const answer = await run({ body: { ...place, before: toText(seen), after, confirmed } });
    if (!answer) return;
    const saved = withNextTerms(answer.texts, answer.next?.texts ?? {})[
      `${place.page}.${place.language}.${place.section}`
    ];
    const section = saved ?? builtIn ?? { title: "", body: "" };
    setSeen(saved && { section: place.section, ...saved });
    setTyped({ title: section.title, body: section.body });
    setRound((before) => before + 1);
    toast({ title: t(drafts ? "next_terms.drafted" : "saved"), tone: "good" });
    await revalidate();
  };

  return (
    <div className="grid min-w-0 grid-cols-1 gap-5">
      <div className="surface-card p-4 md:p-5">
        <h2 className="mb-3 text-xl">{builtIn?.title ?? t("pages_tab.add")}</h2>
        {lawful ? <p className="mb-4 rounded-md bg-warning-tint p-3.5">{t("pages_tab.lawful")}</p> : null}
        {seen && others.length > 0 ? (
          <p className="mb-4 rounded-md bg-warning-tint p-3.5">
            {t(builtIn ? "pages_tab.others" : "pages_tab.others_without", { languages: others.join(", ") })}
          </p>
        ) : null}
        <CallForm
          key={round}
          failure={failure}
          onInput={(event) => {
            const fields = new FormData(event.currentTarget);
            setTyped({ title: String(fields.get("after.title")), body: String(fields.get("after.body")) });
          }}
          onSubmit={(fields) => {
            if (fields.to_default) return save(undefined, true);
            const after = { title: fields["after.title"] ?? "", body: fields["after.body"] ?? "" };
            return save(after, fields.confirmed !== undefined);
          }}
        >
          <TextField name="after.title" label={t("pages_tab.heading")} defaultValue={typed.title} maxLength={120} />
          <TextArea
            name="after.body"
            label={t("pages_tab.body")}
            note={t("pages_tab.how")}
            rows={10}
            defaultValue={typed.body}
            maxLength={8000}
          />
          <p className="-mt-2 mb-5 flex flex-wrap gap-x-3 gap-y-1 text-muted text-sm">
            {placeholders.map((name) => (
              <code key={name} className="min-w-0 wrap-anywhere">{`{${name}}`}</code>
            ))}
          </p>
          {lawful ? <Checkbox name="confirmed" label={t("pages_tab.confirm")} /> : null}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" pending={pending}>
              {shell("save")}
            </Button>
            {seen ? (
              <Button type="submit" name="to_default" value="1" look="outline">
                {t(builtIn ? "pages_tab.to_default" : "pages_tab.remove")}
              </Button>
            ) : null}
          </div>
        </CallForm>
      </div>
      <Section title={t("preview.title")} heading="text-muted text-sm" className="surface-card p-4 md:p-5">
        <div className="max-w-[70ch] wrap-anywhere">
          <Sections sections={[{ ...sectionFrom(place.language, { section: "shown", ...typed }, values) }]} />
        </div>
      </Section>
      {builtIn ? <TextDifference standard={builtIn} text={typed} /> : null}
    </div>
  );
}
