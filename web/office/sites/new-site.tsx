import { type ReactNode, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { maxFictionalProfiles } from "#contract/fictional-profiles.ts";
import { createStaffSite, getNewSite, type newSiteSettings } from "#contract/new-sites.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { type Fields as FormFields, toFields } from "#web/lib/use-form.ts";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { choice, Fields } from "#web/ui/fields.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import { TextArea, TextField } from "#web/ui/text-field.tsx";
import type { Route } from "./+types/new-site.ts";
import { readCompany, useCompanyFields } from "./company-fields.tsx";
import { LookPreview } from "./look-preview.tsx";
import { SettingField } from "./setting-field.tsx";
import { changesOf, itemsOf, numberOf } from "./setting-value.ts";
import { UnsavedQuestion } from "./unsaved-question.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  return await loadStaff(context, getNewSite);
}

const fieldsOf = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, error]) => [name.replace(/^settings\./, ""), error]));

const Part = (props: { title: string; children: ReactNode }) => (
  <Section className="mb-3 border-line border-t pt-5" {...props} />
);

/** Does what `npm run site -- create` does: a whole site, or nothing, with what is wrong at each field. */
export default function NewSite({ loaderData: { settings, sites, ends_login: endsLogin } }: Route.ComponentProps) {
  const t = useTexts("staff-sites");
  const navigate = useNavigate();
  const { run, pending, failure } = useCall(createStaffSite);
  const refused = useMemo(() => failure && { ...failure, fields: fieldsOf(failure.fields) }, [failure]);
  const [typed, setTyped] = useState<FormFields>({});
  const [isCreated, setCreated] = useState(false);
  const companyFields = useCompanyFields({});
  const create = async (fields: FormFields) => {
    const changes = changesOf(settings, fields);
    const answer = await run({
      body: {
        key: (fields.key ?? "").trim(),
        settings: Object.fromEntries(
          changes.flatMap(({ name, after }) => (after === undefined ? [] : [[name, after]])),
        ),
        hosts: itemsOf(fields.hosts ?? ""),
        company: fields.company || readCompany(fields),
        prices_of: fields.prices_of || null,
        // the server refuses what is no number at its field
        fictional: numberOf((fields.fictional ?? "0").trim()) as number,
      },
    });
    if (!answer) return;
    // nothing is unsaved any more: the navigation is not questioned
    flushSync(() => setCreated(true));
    await navigate(`/staff/site/start?${new URLSearchParams({ site: answer.key })}`);
  };
  const pricesOf = sites.map(({ key, name }) => ({ value: key, label: t("new_site.prices_of", { name }) }));
  const companies = sites
    .filter(({ company }, index) => sites.findIndex((each) => each.company.id === company.id) === index)
    .map(({ key, company: { id, name } }) => {
      const run = sites.filter(({ company }) => company.id === id).map((site) => site.name);
      return { value: key, label: `${name} (${run.join(", ")})` };
    });
  const fieldsNamed = (names: readonly (typeof newSiteSettings)[number][]) =>
    names.flatMap((name) => {
      const setting = settings.find((each) => each.name === name);
      return setting ? [<SettingField key={name} setting={setting} />] : [];
    });
  return (
    <Screen title={t("new_site.title")}>
      <p className="mb-5 max-w-prose text-muted">{t("new_site.intro")}</p>
      {endsLogin ? (
        <p className="mb-5 max-w-prose rounded-md bg-warning-tint p-3.5">
          {t("new_site.ends_login")} <code className="wrap-anywhere">npm run staff -- add</code>
        </p>
      ) : null}
      <section aria-label={t("new_site.title")} className="surface-card max-w-3xl p-4 md:p-5">
        <LookPreview settings={settings} typed={typed} />
        <CallForm
          failure={refused}
          onInput={({ currentTarget }) => setTyped(toFields(new FormData(currentTarget)))}
          onSubmit={create}
        >
          <Part title={t("group.address")}>
            <TextField name="key" label={t("new_site.key")} note={t("new_site.key_note")} spellCheck={false} />
            {fieldsNamed(["domain", "languages", "domain_language"])}
            <TextArea
              name="hosts"
              label={t("hosts.label")}
              note={t("new_site.hosts_note")}
              rows={2}
              spellCheck={false}
            />
          </Part>
          <Part title={t("group.look")}>{fieldsNamed(["name", "index_title", "description", "theme", "logo"])}</Part>
          <Part title={t("group.signup")}>{fieldsNamed(["countries", "niche"])}</Part>
          <Part title={t("group.people")}>{fieldsNamed(["mail_address", "support_email"])}</Part>
          <Part title={t("tab.prices")}>
            <Fields
              of={[
                choice("prices_of", t("tab.prices"), pricesOf, {
                  note: t("new_site.prices_note"),
                  empty: t("new_site.usual_prices"),
                }),
                {
                  name: "fictional",
                  label: t("tab.fictional"),
                  note: t("new_site.fictional_note", { most: maxFictionalProfiles }),
                  inputMode: "numeric",
                  defaultValue: "0",
                },
              ]}
            />
          </Part>
          <Part title={t("tab.company")}>
            <Fields
              of={[
                choice("company", t("tab.company"), companies, {
                  note: t("company.intro"),
                  empty: t("new_site.another_company"),
                }),
                ...((typed.company ?? "") === "" ? companyFields : []),
              ]}
            />
          </Part>
          <Button type="submit" pending={pending}>
            {t("new_site.create")}
          </Button>
        </CallForm>
        <UnsavedQuestion isUnsaved={!isCreated && Object.keys(typed).length > 0} />
      </section>
    </Screen>
  );
}
