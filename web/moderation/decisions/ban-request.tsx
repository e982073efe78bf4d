import { Ban, MailCheck, ShieldCheck, Undo2 } from "lucide-react";
import { changeBanRequest, getBanRequest } from "#contract/complaints.ts";
import { LinkInvalid } from "#web/auth/link-invalid.tsx";
import type { CallFunction } from "#web/lib/api.ts";
import { createAction, linkHeaders, loadByLink, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSession, useSettings } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { type Fields, useForm } from "#web/lib/use-form.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { LinkForm } from "#web/ui/link-form.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import type { Route } from "./+types/ban-request.ts";

export const handle: ScreenHandle = { who: "everyone", texts: ["account", "complaints", "auth"] };

/** The page behind the links in mails about a request to be banned. Loading it changes nothing (D3.6). */
export const loader = ({ context, params: { token } }: Route.LoaderArgs) =>
  loadByLink(() => pageOf(context).call(getBanRequest, { query: { token } }));

export const headers = linkHeaders;

const send = (call: CallFunction, { token = "", wanted: choice }: Fields) =>
  call(changeBanRequest, { body: { token, wanted: choice === "true" } });

export const action = createAction(send);

export const shouldRevalidate = () => false;

const icons = { unconfirmed: MailCheck, waiting: ShieldCheck, banned: Ban, undone: Undo2 };

/** Confirms a request to be banned, or undoes the ban. Needs no login: the mailbox proves the sender. */
export default function BanRequestPage({ params: { token }, loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("complaints");
  const shell = useTexts("shell");
  const format = useFormat();
  const { name: site } = useSettings();
  const { refresh } = useSession();
  const form = useForm(send, actionData);
  const banRequest = form.answer ?? loaderData;
  if (banRequest === null || form.failure?.code === "link_invalid") return <LinkInvalid purpose="any" />;
  const { state, email, number, undo_until: until } = banRequest;
  const titles = {
    unconfirmed: t("link_title"),
    waiting: t("link_waiting_title"),
    banned: t("link_banned_title"),
    undone: t("link_undone_title"),
  };
  const texts = {
    unconfirmed: t("link_confirm", { email, site }),
    waiting: t("link_waiting", { number }),
    banned: until === null ? "" : t("link_banned", { email, site, date: format.date(until), time: format.time(until) }),
    undone: t("link_undone", { email, site }),
  };
  const isOpen = state === "unconfirmed" || state === "banned";
  const isUnconfirmed = state === "unconfirmed";
  return (
    <Outcome icon={icons[state]} title={titles[state]} result={form.answer}>
      <p className="break-words text-lg text-muted">{texts[state]}</p>
      {isOpen ? (
        <LinkForm
          token={token}
          form={form}
          sends={{ wanted: String(isUnconfirmed) }}
          button={t(isUnconfirmed ? "link_confirm_send" : "link_undo")}
          look={isUnconfirmed ? "primary" : "outline"}
          onDone={refresh}
        />
      ) : null}
      {state === "undone" ? (
        <ButtonLink to="/login" size="large">
          {shell("nav.log_in")}
        </ButtonLink>
      ) : null}
    </Outcome>
  );
}
