import { type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import { webhookEventTypes } from "#contract/webhook-event-types.ts";
import {
  addWebhook,
  getWebhooks,
  resendWebhook,
  revokeWebhook,
  testWebhook,
  type WebhookDelivery,
  type WebhookEndpoint,
  webhookLabelLength,
  webhookUrlLength,
} from "#contract/webhooks.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { createAction } from "#web/lib/page.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { type Posted, type Fields as Typed, useForm } from "#web/lib/use-form.ts";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Fact } from "#web/ui/fact.tsx";
import { choice, Fields } from "#web/ui/fields.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import type { Route } from "./+types/webhooks.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return await loadStaff(context, getWebhooks);
}

/** What a form of this page did; a new endpoint has its secret, null if an earlier try made it. */
type Outcome = { did: "added"; secret: string | null } | { did: "revoked_now" | "tested_now" | "again_now" };

const eventTexts = {
  "member.signed_up": "event.signed_up",
  "member.banned": "event.banned",
  "member.ban_lifted": "event.ban_lifted",
  "purchase.completed": "event.completed",
  "purchase.refunded": "event.refunded",
  "purchase.charged_back": "event.charged_back",
  "purchase.chargeback_reversed": "event.chargeback_reversed",
  "purchases.summed": "event.summed",
  test: "event.test",
} as const satisfies Record<WebhookDelivery["type"], string>;

const eventsOf = (typed: Typed) => webhookEventTypes.filter((type) => typed[`event.${type}`] !== undefined);

/** Sends each form of this page, by the name of its button. */
async function send(call: CallFunction, { form, id = "", ...typed }: Typed): Promise<Outcome> {
  const body = { id };
  if (form === "revoke") {
    await call(revokeWebhook, { body });
    return { did: "revoked_now" };
  }
  if (form === "test") {
    await call(testWebhook, { body });
    return { did: "tested_now" };
  }
  if (form === "again") {
    await call(resendWebhook, { body });
    return { did: "again_now" };
  }
  const { label = "", url = "", site = "", network = "", password = "" } = typed;
  const { secret } = await call(addWebhook, {
    body: {
      ...{ label, url: url.trim(), site: site === "" ? null : site, network: network === "" ? null : network },
      events: eventsOf(typed),
      ...(password === "" ? {} : { password }),
    },
  });
  return { did: "added", secret };
}

/** Without scripts. */
export const action = createAction(send);

/** R13.05: the operator's servers that are told of events, and what they answered. */
export default function Webhooks({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("webhooks");
  const keys = useTexts("api-keys");
  const { sites, endpoints, password_needed: needsPassword } = loaderData;
  const [done, setDone] = useState<Outcome | null>(actionData?.answer ?? null);
  const common = { posted: actionData, onDone: setDone };
  return (
    <Screen title={t("title")}>
      <p className="mb-5 max-w-prose text-muted">{t("means")}</p>
      <Done outcome={done} />
      {endpoints.length === 0 ? <p className="mb-5">{keys("none")}</p> : null}
      {endpoints.map((endpoint) => (
        <Endpoint key={endpoint.id} endpoint={endpoint} sites={sites} {...common} />
      ))}
      <AddEndpoint sites={sites} needsPassword={needsPassword} {...common} />
    </Screen>
  );
}

/** A new secret gets the focus, because it stands above the form that made it. */
function Done({ outcome }: { outcome: Outcome | null }) {
  const t = useTexts("webhooks");
  const secret = outcome?.did === "added" ? outcome.secret : undefined;
  const focused = useFocus<HTMLDivElement>(secret);
  if (outcome === null || outcome.did === "added") {
    return (
      <div ref={focused} tabIndex={-1} className="outline-none">
        {secret === undefined ? null : secret === null ? (
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
  return (
    <p role="status" className="mb-5 font-medium text-secondary-ink">
      {t(outcome.did)}
    </p>
  );
}

type Common = { posted: Posted<Outcome> | undefined; onDone(outcome: Outcome): void };
type Sites = { key: string; name: string; networks: string[] }[];

type OneButtonProps = Common & {
  form: "revoke" | "test" | "again";
  id: string;
  look: "danger" | "outline";
  children: ReactNode;
};

/** A form that is a button: it is posted without scripts, too. */
function OneButton({ form, id, look, posted, onDone, children }: OneButtonProps) {
  const { revalidate } = useRevalidator();
  const isPosted = posted?.typed.form === form && posted.typed.id === id;
  const { submit, pending, failure } = useForm(send, isPosted ? posted : undefined);
  const finish = async (outcome: Outcome) => {
    onDone(outcome);
    await revalidate();
  };
  return (
    <CallForm failure={failure} onSubmit={(typed) => submit(typed, finish)}>
      <input type="hidden" name="form" value={form} />
      <input type="hidden" name="id" value={id} />
      <Button type="submit" look={look} pending={pending}>
        {children}
      </Button>
    </CallForm>
  );
}

function Endpoint({ endpoint, sites, ...common }: Common & { endpoint: WebhookEndpoint; sites: Sites }) {
  const t = useTexts("webhooks");
  const keys = useTexts("api-keys");
  const staff = useTexts("staff");
  const format = useFormat();
  const { id, label, url, site, network, events, made_by, made_at, state, deliveries } = endpoint;
  const siteName = sites.find(({ key }) => key === site)?.name ?? site;
  const isOpen = state === "open";
  return (
    // no landmark: two endpoints may have one name
    <article className="surface-card mb-5 p-4 md:p-5">
      <h2 className="mb-3 text-xl wrap-anywhere">{label}</h2>
      <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Chip tone={isOpen ? "good" : "warning"}>{t(`endpoint.${state}`)}</Chip>
        {events.map((type) => (
          <Chip key={type}>{t(eventTexts[type])}</Chip>
        ))}
      </p>
      <dl className="mb-4 grid gap-3 sm:grid-cols-3">
        <Fact term={t("url")} className="wrap-anywhere">
          {url}
        </Fact>
        <Fact term={keys("site")}>{siteName ?? staff("team.all_sites")}</Fact>
        {network === null ? null : (
          <Fact term={t("network")} className="wrap-anywhere">
            {network}
          </Fact>
        )}
        <Fact term={keys("made_by")}>{keys("made_by_on", { name: made_by, day: format.date(made_at) })}</Fact>
      </dl>
      {isOpen ? (
        <div className="mb-4 flex flex-wrap gap-3">
          <OneButton form="test" id={id} look="outline" {...common}>
            {t("test")}
            <span className="sr-only">{label}</span>
          </OneButton>
          <OneButton form="revoke" id={id} look="danger" {...common}>
            {keys("revoke")}
            <span className="sr-only">{label}</span>
          </OneButton>
        </div>
      ) : null}
      <h3 className="mb-2 font-semibold">{t("deliveries")}</h3>
      {isOpen && deliveries.some((each) => each.state === "failed") ? (
        <p className="mb-2 max-w-prose rounded-md bg-warning-tint p-3.5">{t("some_failed")}</p>
      ) : null}
      {deliveries.length === 0 ? <p className="text-muted">{t("deliveries_none")}</p> : null}
      <ol>
        {deliveries.map((each) => (
          <Delivery key={each.id} delivery={each} isOpen={isOpen} {...common} />
        ))}
      </ol>
    </article>
  );
}

const tones = { waiting: "plain", sent: "good", failed: "warning" } as const;

function Delivery({ delivery, isOpen, ...common }: Common & { delivery: WebhookDelivery; isOpen: boolean }) {
  const t = useTexts("webhooks");
  const format = useFormat();
  const { id, type, at, state, attempts, outcome, status, detail } = delivery;
  const answer = [
    outcome === null ? null : t(`outcome.${outcome}`),
    status === null ? null : String(status),
    attempts === 0 ? null : t("attempts", { count: format.number(attempts) }),
  ].filter((part) => part !== null);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-line border-b py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{t(eventTexts[type])}</span>
          <Chip tone={tones[state]}>{t(`state.${state}`)}</Chip>
        </p>
        <p className="text-muted text-sm">
          <time dateTime={at}>
            {format.date(at)}, {format.time(at)}
          </time>
          {answer.length === 0 ? "" : ` · ${answer.join(" · ")}`}
        </p>
        {detail && state !== "sent" ? <p className="text-muted text-sm wrap-anywhere">{detail}</p> : null}
        <p className="text-muted text-sm wrap-anywhere">{id}</p>
      </div>
      {isOpen && state !== "waiting" ? (
        <OneButton form="again" id={id} look="outline" {...common}>
          {t("again")}
          <span className="sr-only">{id}</span>
        </OneButton>
      ) : null}
    </li>
  );
}

function AddEndpoint({ sites, needsPassword, posted, onDone }: Common & { sites: Sites; needsPassword: boolean }) {
  const t = useTexts("webhooks");
  const keys = useTexts("api-keys");
  const staff = useTexts("staff");
  const { revalidate } = useRevalidator();
  // an empty form for the next one: pressing the button again does nothing twice
  const [round, setRound] = useState(0);
  const own = posted?.typed.form === "add" ? posted : undefined;
  const { submit, pending, failure, typed } = useForm(send, own);
  // what was sent without scripts stays in the form if it was refused
  const before = own?.answer ? {} : typed;
  const networks = [...new Set(sites.flatMap((each) => each.networks))].sort();
  const asksPassword = needsPassword || failure?.fields.password !== undefined;
  const finish = async (outcome: Outcome) => {
    onDone(outcome);
    setRound(round + 1);
    await revalidate();
  };
  return (
    <Section title={t("add")} className="surface-card max-w-3xl p-4 md:p-5">
      <CallForm key={round} failure={failure} onSubmit={(fields) => submit(fields, finish)}>
        <input type="hidden" name="form" value="add" />
        <Fields
          of={[
            {
              ...{ name: "label", label: t("label"), note: t("label_note"), maxLength: webhookLabelLength },
              ...{ autoComplete: "off", defaultValue: before.label },
            },
            {
              ...{ name: "url", label: t("url"), note: t("url_note"), maxLength: webhookUrlLength, inputMode: "url" },
              ...{ autoComplete: "off", defaultValue: before.url },
            },
            choice(
              "site",
              keys("site"),
              [
                ...sites.map(({ key, name }) => ({ value: key, label: name })),
                { value: "", label: staff("team.all_sites") },
              ],
              { defaultValue: before.site },
            ),
            choice(
              "network",
              t("network"),
              [{ value: "", label: t("network_none") }, ...networks.map((name) => ({ value: name, label: name }))],
              { defaultValue: before.network, note: t("network_note") },
            ),
          ]}
        />
        <fieldset className="mb-5 [&>div]:mb-0">
          <legend className="mb-1 font-semibold">{t("events")}</legend>
          <Fields
            of={webhookEventTypes.map((type, index) => ({
              ...{ kind: "check", name: `event.${type}`, label: t(eventTexts[type]) },
              defaultChecked: before[`event.${type}`] !== undefined,
              error: index === 0 ? failure?.fields.events : undefined,
            }))}
          />
        </fieldset>
        {asksPassword ? (
          <PasswordField
            name="password"
            label={keys("password")}
            note={t("password_note")}
            autoComplete="current-password"
            required
          />
        ) : null}
        <Button type="submit" pending={pending}>
          {t("add")}
        </Button>
      </CallForm>
    </Section>
  );
}
