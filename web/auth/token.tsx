import { LogIn, type LucideIcon, MailCheck, PartyPopper, ShieldCheck, Undo2 } from "lucide-react";
import { useRef } from "react";
import { createContext, data, Navigate, redirect, useLocation, useNavigate } from "react-router";
import { type getLink, type RedeemedLink, redeemLink } from "#contract/account.ts";
import type { AnswerOf } from "#contract/call.ts";
import { AddressConfirmed } from "#web/account/address-confirmed.tsx";
import type { CallFunction } from "#web/lib/api.ts";
import { useMember } from "#web/lib/live-state.ts";
import { createAction, linkHeaders, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSession, useSettings } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useEvents } from "#web/lib/use-events.ts";
import { type Fields, useForm } from "#web/lib/use-form.ts";
import { useTimeout } from "#web/lib/use-timer.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { LinkForm } from "#web/ui/link-form.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import { WithoutScripts } from "#web/ui/without-scripts.tsx";
import type { Route } from "./+types/token.ts";
import { LinkInvalid } from "./link-invalid.tsx";
import { type PeekedLink, peekLink } from "./peek-link.ts";

export const handle: ScreenHandle = { who: "everyone", texts: ["auth", "account", "navigation"], confirms: true };

/** The shape of a link's token. A truncated token fits too, so it gets a better page than "not found". */
const tokenShape = /^[A-Za-z0-9_-]{30,100}$/;

/** Each kind's icon and next page; null: the result is shown here. The button's texts are under `link.<kind>_…`. */
const kinds: Record<RedeemedLink["kind"], { icon: LucideIcon; next: string | null }> = {
  activation: { icon: MailCheck, next: "/activate/done" },
  login: { icon: LogIn, next: "/members" },
  reactivation: { icon: Undo2, next: null },
  mail_undo: { icon: Undo2, next: null },
};
const isRedeemedHere = (kind: string): kind is RedeemedLink["kind"] => kind in kinds;

const screens: Record<string, string> = { reset: "/reset-password/do", mail_change: "/mail-change/do" };

/** Set by the action: the page's loader runs after it, when the link is used already. */
const wasRedeemed = createContext(false);

/** Any other one-word address is a page that does not exist. */
export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  if (!tokenShape.test(token)) throw data(null, { status: 404 });
  if (context.get(wasRedeemed)) return data<PeekedLink>(null);
  const link = await peekLink(pageOf(context), token);
  const screen = screens[link.data?.kind ?? ""];
  if (screen !== undefined) throw redirect(`${screen}?token=${token}`);
  return link;
}

export const headers = linkHeaders;

const send = (call: CallFunction, { token = "" }: Fields) => call(redeemLink, { body: { token } });

/** Without scripts no history state can say what an activation did, so its answer is shown here. */
export const action = createAction(send, ({ kind }, { context }) => {
  context.set(wasRedeemed, true);
  return kind === "activation" ? null : kinds[kind].next;
});

export const shouldRevalidate = () => false;

/** Scanners open it too, so a button redeems; by itself only if the account is logged in here (0083). */
export default function Token({ params: { token }, loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("auth");
  const { support_email: support } = useSettings();
  const linkForm = useForm(send, actionData);
  const { refresh } = useSession();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const goOn = async (answer: RedeemedLink) => {
    await refresh();
    // the next page is for members: a device that is not logged in to this account gets the answer here
    const next = answer.kind === "activation" && !loaderData?.own ? null : kinds[answer.kind].next;
    // kept in the history state, because logging in or out rebuilds the whole page
    if (next === null) await navigate(pathname, { replace: true, state: { redeemed: answer } });
    else await navigate(next, { replace: true, state: answer });
  };
  const redeemsItself = loaderData?.kind === "activation" && loaderData.own && !actionData;
  useRunOnceVisible(redeemsItself, () => linkForm.submit({ token }, goOn));
  const redeemed: RedeemedLink | undefined = state?.redeemed ?? actionData?.answer ?? undefined;
  if (redeemed?.kind === "activation") return <AddressConfirmed {...redeemed} />;
  if (redeemed?.kind === "mail_undo") return <MailUndone email={redeemed.email} />;
  if (redeemed?.kind === "reactivation") return <Restored refunds={redeemed.refunds} />;
  const kind = loaderData?.kind ?? "";
  const { failure } = linkForm;
  const isDead = failure?.code === "link_invalid" || failure?.code === "activation_failed";
  if (isDead && kind === "activation") return <Navigate to="/activate/error" replace />;
  if (isDead || !isRedeemedHere(kind)) return <LinkInvalid purpose="any" />;
  const email = loaderData?.email ?? "";
  const form = <LinkForm token={token} form={linkForm} button={t(`link.${kind}_send`)} onDone={goOn} />;
  const waits = redeemsItself && failure === null;
  return (
    <Outcome icon={kinds[kind].icon} title={t(`link.${kind}_title`)}>
      <p className="mb-2 text-lg text-muted">
        {waits ? t("link.activation_itself") : t(`link.${kind}_text`, { email })}
      </p>
      {loaderData?.restores ? <Restorable {...loaderData.restores} /> : null}
      {waits ? <WithoutScripts>{form}</WithoutScripts> : form}
      {failure?.code === "email_taken" ? <p>{t("link.taken_help", { email: support })}</p> : null}
    </Outcome>
  );
}

type Restores = NonNullable<AnswerOf<typeof getLink>["restores"]>;

/** The credits of an account, and the money for those that were refunded when it was deleted. */
function Restorable({ credits, refunds }: Restores) {
  const t = useTexts("auth");
  const account = useTexts("account");
  const format = useFormat();
  const sums = refunds.map(({ amount, currency }) => format.money(amount, currency));
  return (
    <>
      <p className="font-semibold">{account("activate.done_credits", { count: credits })}</p>
      {sums.length === 0 ? null : <p>{t("link.reactivation_refund", { sum: format.list(sums) })}</p>}
    </>
  );
}

/** The deleted account is restored, and its member is logged in. */
function Restored({ refunds }: Pick<Restores, "refunds">) {
  const t = useTexts("auth");
  const shell = useTexts("shell");
  const member = useMember();
  return (
    <Outcome icon={PartyPopper} title={t("link.reactivation_done")} result>
      <p className="text-lg text-muted">{t("link.reactivation_done_text")}</p>
      {member === null ? null : <Restorable credits={member.credits} refunds={refunds} />}
      {member !== null && !member.paid_user && refunds.length > 0 ? <p>{t("link.reactivation_premium")}</p> : null}
      <ButtonLink to="/members" size="large">
        {shell("nav.members")}
      </ButtonLink>
      <ButtonLink to="/profile" look="outline" size="large">
        {t("link.reactivation_profile")}
      </ButtonLink>
    </Outcome>
  );
}

function MailUndone({ email }: { email: string }) {
  const t = useTexts("auth");
  return (
    <Outcome icon={ShieldCheck} title={t("link.mail_undo_done")} result>
      <p className="text-lg text-muted">{t("link.mail_undo_done_text", { email })}</p>
      <ButtonLink to="/reset-password" state={{ email }} size="large">
        {t("link.mail_undo_reset")}
      </ButtonLink>
    </Outcome>
  );
}

declare global {
  interface Document {
    /** True while the browser prerenders the page before the user opens it. Not in all browsers. */
    readonly prerendering?: boolean;
  }
}

/** Runs `act` once, when the page first becomes visible; not while the browser prerenders it. */
function useRunOnceVisible(isEnabled: boolean, act: () => Promise<unknown>): void {
  const hasRun = useRef(false);
  const runOnce = () => {
    if (hasRun.current || document.prerendering === true || document.visibilityState !== "visible") return;
    hasRun.current = true;
    void act();
  };
  useTimeout(runOnce, isEnabled ? 0 : null);
  // the event of prerendering does not bubble
  useEvents(["prerenderingchange", "visibilitychange"], runOnce, { active: isEnabled, capture: true });
}
