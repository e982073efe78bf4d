import { useState } from "react";
import {
  type ApiKeyList,
  type ApiKeyRow,
  addApiKey,
  getApiKeys,
  keyDays,
  keyNameLength,
  revokeApiKey,
} from "#contract/api-keys.ts";
import { programScopes } from "#contract/constants.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { StaffForm, type Typed } from "#web/office/staff/staff-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Fact } from "#web/ui/fact.tsx";
import { choice, Fields, optionsOf } from "#web/ui/fields.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import type { Route } from "./+types/api-keys.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return await loadStaff(context, getApiKeys);
}

type Made = { secret: string | null };

/** R13.05: the keys by which programs of the operator make calls. A new one is shown once, and kept nowhere. */
export default function ApiKeys({ loaderData: loaded }: Route.ComponentProps) {
  const t = useTexts("api-keys");
  const [list, setList] = useState<ApiKeyList>(loaded);
  const [made, setMade] = useState<Made | null>(null);
  const [revoked, setRevoked] = useState(false);
  return (
    <Screen title={t("title")}>
      <p className="mb-5 max-w-prose text-muted">{t("means")}</p>
      {made === null ? null : <NewKey {...made} />}
      <p role="status" className="font-medium text-secondary-ink">
        {revoked ? t("revoked_now") : null}
      </p>
      {list.keys.length === 0 ? <p className="mb-5">{t("none")}</p> : null}
      {list.keys.map((row) => (
        <Key
          key={row.id}
          row={row}
          sites={list.sites}
          onRevoked={(answer) => {
            setList(answer);
            setMade(null);
            setRevoked(true);
          }}
        />
      ))}
      <AddKey
        list={list}
        onMade={({ secret, ...answer }) => {
          setList(answer);
          setMade({ secret });
          setRevoked(false);
        }}
      />
    </Screen>
  );
}

/** It gets the focus, because it stands above the form that made it. */
function NewKey({ secret }: Made) {
  const t = useTexts("api-keys");
  const focused = useFocus<HTMLDivElement>(secret);
  return (
    <div ref={focused} tabIndex={-1} className="mb-5 outline-none">
      {secret === null ? (
        <Notice tone="warning">{t("made_before")}</Notice>
      ) : (
        <Notice tone="good" title={t("made")}>
          <p>{t("made_once")}</p>
          <p className="mt-2 select-all break-all font-mono">{secret}</p>
        </Notice>
      )}
    </div>
  );
}

type KeyProps = { row: ApiKeyRow; sites: ApiKeyList["sites"]; onRevoked(answer: ApiKeyList): void };

function Key({ row, sites, onRevoked }: KeyProps) {
  const t = useTexts("api-keys");
  const staff = useTexts("staff");
  const format = useFormat();
  const { run, pending, failure } = useCall(revokeApiKey);
  const siteName = sites.find(({ key }) => key === row.site)?.name ?? row.site;
  return (
    // no landmark: two keys may have one name
    <article className="surface-card mb-5 p-4 md:p-5">
      <h2 className="mb-3 text-xl wrap-anywhere">{row.name}</h2>
      <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Chip tone={row.state === "open" ? "good" : "warning"}>{t(`state.${row.state}`)}</Chip>
        {row.scopes.map((scope) => (
          <Chip key={scope}>{t(`scope.${scope}`)}</Chip>
        ))}
      </p>
      <dl className="mb-4 grid gap-3 sm:grid-cols-4">
        <Fact term={t("site")}>{siteName ?? staff("team.all_sites")}</Fact>
        <Fact term={t("made_by")}>{t("made_by_on", { name: row.made_by, day: format.date(row.made_at) })}</Fact>
        <Fact term={t("expires")}>{format.date(row.expires_at)}</Fact>
        <Fact term={t("used")}>{row.used_on === null ? staff("team.never") : format.calendarDay(row.used_on)}</Fact>
      </dl>
      <FormError failure={failure} />
      {row.state === "open" ? (
        <Button look="danger" pending={pending} onClick={() => run({ body: { id: row.id } }, onRevoked)}>
          {t("revoke")}
          <span className="sr-only">{row.name}</span>
        </Button>
      ) : null}
    </article>
  );
}

const scopesOf = (typed: Typed) => programScopes.filter((scope) => typed[`scope.${scope}`] !== undefined);

type AddProps = { list: ApiKeyList; onMade(answer: ApiKeyList & Made): void };

function AddKey({ list: { sites, password_needed: needsPassword }, onMade }: AddProps) {
  const t = useTexts("api-keys");
  const staff = useTexts("staff");
  const format = useFormat();
  const { run, ...state } = useCall(addApiKey);
  const send = ({ name = "", site = "", days, password = "", ...typed }: Typed) =>
    run({
      body: {
        ...{ name, site: site === "" ? null : site, scopes: scopesOf(typed) },
        days: keyDays.find((each) => each === days) ?? keyDays[0],
        ...(password === "" ? {} : { password }),
      },
    });
  // the login may have become too old since the page was loaded
  const asksPassword = needsPassword || state.failure?.fields.password !== undefined;
  return (
    <Section title={t("add")} className="surface-card max-w-3xl p-4 md:p-5">
      <StaffForm state={state} send={send} onDone={onMade} button={t("add")}>
        <Fields
          of={[
            { name: "name", label: t("name"), note: t("name_note"), maxLength: keyNameLength, autoComplete: "off" },
            choice("site", t("site"), [
              ...sites.map(({ key, name }) => ({ value: key, label: name })),
              { value: "", label: staff("team.all_sites") },
            ]),
            choice(
              "days",
              t("days"),
              optionsOf(keyDays, (days) => format.number(Number(days))),
            ),
          ]}
        />
        <fieldset className="mb-5 [&>div]:mb-0">
          <legend className="mb-1 font-semibold">{t("scopes")}</legend>
          <Fields
            of={programScopes.map((scope) => ({
              ...{ kind: "check", name: `scope.${scope}`, label: t(`scope.${scope}`) },
              error: scope === programScopes[0] ? state.failure?.fields.scopes : undefined,
            }))}
          />
        </fieldset>
        {asksPassword ? (
          <PasswordField
            name="password"
            label={t("password")}
            note={t("password_note")}
            autoComplete="current-password"
            required
          />
        ) : null}
      </StaffForm>
    </Section>
  );
}
