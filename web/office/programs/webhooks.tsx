import { useState } from "react";
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
import type { Fields as Typed } from "#web/lib/use-form.ts";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { PostedForm, PostedOutcome, type PostedPage } from "#web/office/staff/posted-form.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Fact } from "#web/ui/fact.tsx";
import { choice, Fields } from "#web/ui/fields.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import type { Route } from "./+types/webhooks.ts";
import { Means } from "./means.tsx";

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
  const common = { send, posted: actionData, onDone: setDone };
  return (
    <Screen title={t("title")}>
      <Means text={t("means")} />
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
  return <PostedOutcome>{t(outcome.did)}</PostedOutcome>;
}

type Common = PostedPage<Outcome>;
type Sites = { key: string; name: string; networks: string[] }[];

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
          <PostedForm form="test" about={{ id }} look="outline" {...common} button={t("test")} subject={label} />
          <PostedForm form="revoke" about={{ id }} look="danger" {...common} button={keys("revoke")} subject={label} />
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
        <PostedForm form="again" about={{ id }} look="outline" {...common} button={t("again")} subject={id} />
      ) : null}
    </li>
  );
}

function AddEndpoint({ sites, needsPassword, ...common }: Common & { sites: Sites; needsPassword: boolean }) {
  const t = useTexts("webhooks");
  const keys = useTexts("api-keys");
  const staff = useTexts("staff");
  const networks = [...new Set(sites.flatMap((each) => each.networks))].sort();
  return (
    <Section title={t("add")} className="surface-card max-w-3xl p-4 md:p-5">
      <PostedForm
        form="add"
        {...common}
        of={[
          {
            name: "label",
            label: t("label"),
            note: t("label_note"),
            maxLength: webhookLabelLength,
            autoComplete: "off",
          },
          {
            ...{ name: "url", label: t("url"), note: t("url_note"), maxLength: webhookUrlLength, inputMode: "url" },
            autoComplete: "off",
          },
          choice("site", keys("site"), [
            ...sites.map(({ key, name }) => ({ value: key, label: name })),
            { value: "", label: staff("team.all_sites") },
          ]),
          choice(
            "network",
            t("network"),
            [{ value: "", label: t("network_none") }, ...networks.map((name) => ({ value: name, label: name }))],
            { note: t("network_note") },
          ),
        ]}
        button={t("add")}
      >
        {({ typed, failure }) => (
          <>
            <fieldset className="mb-5 [&>div]:mb-0">
              <legend className="mb-1 font-semibold">{t("events")}</legend>
              <Fields
                of={webhookEventTypes.map((type, index) => ({
                  ...{ kind: "check", name: `event.${type}`, label: t(eventTexts[type]) },
                  defaultChecked: typed[`event.${type}`] !== undefined,
                  error: index === 0 ? failure?.fields.events : undefined,
                }))}
              />
            </fieldset>
            {needsPassword || failure?.fields.password !== undefined ? (
              <PasswordField
                name="password"
                label={keys("password")}
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
