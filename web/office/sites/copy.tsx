import { useRevalidator } from "react-router";
import { withNextTerms } from "#contract/next-terms.ts";
import { lawfulPages } from "#contract/page-sections.ts";
import {
  changePageText,
  changeStaffSite,
  getStaffPages,
  getStaffSite,
  type SiteChange,
} from "#contract/staff-sites.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { pickParams } from "#web/lib/pick-params.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useSend } from "#web/lib/use-call.ts";
import type { Fields as Typed } from "#web/lib/use-form.ts";
import { FilterCard } from "#web/office/staff/filter-card.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { choice } from "#web/ui/fields.tsx";
import { Section } from "#web/ui/section.tsx";
import { useToast } from "#web/ui/toast.tsx";
import type { Route } from "./+types/copy.ts";
import { type Difference, listDifferences, listTextDifferences, toPageText } from "./list-differences.ts";
import { ProposedNote } from "./save-buttons.tsx";
import { SiteFrame } from "./site-frame.tsx";
import { Value } from "./site-value.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { from = "", ...query } = pickParams(new URL(request.url).searchParams, ["site", "from"]);
  const site = await loadStaff(context, getStaffSite, { query });
  const { sites, key, proposed } = site;
  const source = sites.find((each) => each.key === from && each.key !== key)?.key ?? null;
  if (source === null) return { sites, key, proposed, from: source, differences: [] };
  const pagesOf = async (name: string) => {
    const { texts, next } = await loadStaff(context, getStaffPages, { query: { site: name } });
    return { texts, withDraft: withNextTerms(texts, next?.texts ?? {}) };
  };
  const other = await loadStaff(context, getStaffSite, { query: { site: source } });
  const [own, theirs] = [await pagesOf(key), await pagesOf(source)];
  const differences = [...listDifferences(site, other), ...listTextDifferences(own.withDraft, theirs.texts)];
  return { sites, key, proposed, from: source, differences };
}

const isOfPage = ({ name }: Pick<SiteChange, "name">) => name.startsWith("pages.");

type Copied = { site: string; changes: readonly SiteChange[]; confirmed: boolean };

/** Settings and prices are one change, and so is each section: what was saved before a refusal stays. */
async function sendCopy(call: CallFunction, { site, changes, confirmed }: Copied): Promise<readonly string[]> {
  const values = changes.filter((change) => !isOfPage(change));
  const saved = values.length > 0 ? await call(changeStaffSite, { body: { site, changes: values } }) : null;
  for (const text of changes.flatMap(toPageText)) await call(changePageText, { body: { site, ...text, confirmed } });
  return saved?.proposed ?? [];
}

/** Shows what another site does otherwise, and copies what is ticked. */
export default function Copy({ loaderData: { sites, key, proposed, from, differences } }: Route.ComponentProps) {
  const t = useTexts("staff-sites");
  const others = sites.filter((site) => site.key !== key).map((site) => ({ value: site.key, label: site.name }));
  return (
    <SiteFrame sites={sites} site={key}>
      <ProposedNote names={proposed} />
      <p className="mb-5 max-w-prose text-muted">{t("copy.intro")}</p>
      <FilterCard
        key={`${key} ${from}`}
        columns="sm:grid-cols-[minmax(0,1fr)_auto]"
        sends={{ site: key }}
        of={[choice("from", t("copy.from"), others, { defaultValue: from ?? undefined })]}
      />
      {from === null ? null : <CopyForm key={`${key} ${from}`} site={key} differences={differences} />}
    </SiteFrame>
  );
}

function CopyForm({ site, differences }: { site: string; differences: readonly Difference[] }) {
  const t = useTexts("staff-sites");
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const { run, pending, failure } = useSend(sendCopy);
  if (differences.length === 0) return <p>{t("copy.same")}</p>;
  const isLawful = differences.some(({ name }) => lawfulPages.some((page) => name.startsWith(`pages.${page}.`)));
  const copy = async (typed: Typed) => {
    const ticked = differences.filter(({ name }) => typed[name] !== undefined);
    if (ticked.length === 0) return toast({ title: t("nothing_changed") });
    const changes = ticked.map(({ label: _, ...change }) => change);
    const waiting = await run({ site, changes, confirmed: typed.confirmed !== undefined });
    await revalidate();
    if (waiting === null) return;
    toast(waiting.length > 0 ? { title: t("waits") } : { title: t("saved"), tone: "good" });
  };
  return (
    <Section title={t("tab.copy")} className="surface-card max-w-3xl p-4 md:p-5">
      <CallForm failure={failure} onSubmit={copy}>
        {differences.map(({ name, label, before, after }) => (
          <Checkbox
            key={name}
            name={name}
            label={
              <>
                <span className="font-semibold">{label}</span>{" "}
                <code className="wrap-anywhere text-muted text-sm">{name}</code>
                <span className="block text-sm">
                  <Value value={before} /> <span aria-hidden>→</span>
                  <span className="sr-only">{t("history.becomes")}</span> <Value value={after} />
                </span>
              </>
            }
          />
        ))}
        {isLawful ? <Checkbox name="confirmed" label={t("pages_tab.confirm")} /> : null}
        <Button type="submit" pending={pending}>
          {t("copy.submit")}
        </Button>
      </CallForm>
    </Section>
  );
}
