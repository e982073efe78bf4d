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
import type { CallFunction } from "#web/lib/api.ts";
import { createAction } from "#web/lib/page.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import type { Fields as Typed } from "#web/lib/use-form.ts";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { PostedForm, PostedOutcome, type PostedPage } from "#web/office/staff/posted-form.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Fact } from "#web/ui/fact.tsx";
import { choice, Fields, optionsOf } from "#web/ui/fields.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import type { Route } from "./+types/api-keys.ts";
import { Means } from "./means.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  return await loadStaff(context, getApiKeys);
}

/** What a form of this page did; a new key has its secret, null if an earlier try made it. */
type Outcome = { did: "added"; secret: string | null } | { did: "revoked_now" };

const scopesOf = (typed: Typed) => programScopes.filter((scope) => typed[`scope.${scope}`] !== undefined);

/** Sends each form of this page, by its name. */
async function send(call: CallFunction, { form, id = "", ...typed }: Typed): Promise<Outcome> {
  if (form === "revoke") {
    await call(revokeApiKey, { body: { id } });
    return { did: "revoked_now" };
  }
  const { name = "", site = "", days, password = "" } = typed;
  const { secret } = await call(addApiKey, {
    body: {
      ...{ name, site: site === "" ? null : site, scopes: scopesOf(typed) },
      days: keyDays.find((each) => each === days) ?? keyDays[0],
      ...(password === "" ? {} : { password }),
    },
  });
  return { did: "added", secret };
}

/** Without scripts. */
export const action = createAction(send);

/** R13.05: the keys by which programs of the operator make calls. A new one is shown once, and kept nowhere. */
export default function ApiKeys({ loaderData: list, actionData }: Route.ComponentProps) {
  const t = useTexts("api-keys");
  const [done, setDone] = useState<Outcome | null>(actionData?.answer ?? null);
  const common = { send, posted: actionData, onDone: setDone };
  return (
    <Screen title={t("title")}>
      <Means text={t("means")} />
      {done?.did === "added" ? <NewKey secret={done.secret} /> : null}
      {done?.did === "revoked_now" ? <PostedOutcome>{t("revoked_now")}</PostedOutcome> : null}
      {list.keys.length === 0 ? <p className="mb-5">{t("none")}</p> : null}
      {list.keys.map((row) => (
        <Key key={row.id} row={row} sites={list.sites} {...common} />
      ))}
      <AddKey list={list} {...common} />
    </Screen>
  );
}

/** It gets the focus, because it stands above the form that made it. */
function NewKey({ secret }: { secret: string | null }) {
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

type KeyProps = PostedPage<Outcome> & { row: ApiKeyRow; sites: ApiKeyList["sites"] };

function Key({ row, sites, ...common }: KeyProps) {
  const t = useTexts("api-keys");
  const staff = useTexts("staff");
  const format = useFormat();
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
      {row.state === "open" ? (
        <PostedForm
          form="revoke"
          about={{ id: row.id }}
          look="danger"
          {...common}
          button={t("revoke")}
          subject={row.name}
        />
      ) : null}
    </article>
  );
}

type AddProps = PostedPage<Outcome> & { list: ApiKeyList };

function AddKey({ list: { sites, password_needed: needsPassword }, ...common }: AddProps) {
  const t = useTexts("api-keys");
  const staff = useTexts("staff");
  const format = useFormat();
  return (
    <Section title={t("add")} className="surface-card max-w-3xl p-4 md:p-5">
      <PostedForm
        form="add"
        {...common}
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
        button={t("add")}
      >
        {({ typed, failure }) => (
          <>
            <fieldset className="mb-5 [&>div]:mb-0">
              <legend className="mb-1 font-semibold">{t("scopes")}</legend>
              <Fields
                of={programScopes.map((scope) => ({
                  ...{ kind: "check", name: `scope.${scope}`, label: t(`scope.${scope}`) },
                  defaultChecked: typed[`scope.${scope}`] !== undefined,
                  error: scope === programScopes[0] ? failure?.fields.scopes : undefined,
                }))}
              />
            </fieldset>
            {/* the login may have become too old since the page was loaded */}
            {needsPassword || failure?.fields.password !== undefined ? (
              <PasswordField
                name="password"
                label={t("password")}
                note={t("password_note")}
                autoComplete="current-password"
                required
              />
            ) : null}
          </>
        )}
      </PostedForm>
    </Section>
  );
}
