import type { ReactNode } from "react";
import { Link } from "react-router";
import { getClosing, removeSite, type SiteClosing } from "#contract/closing.ts";
import { changeStaffSite } from "#contract/staff-sites.ts";
import { formatSums } from "#web/lib/format-sums.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { useReasonField } from "#web/office/money/reason-field.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { StaffForm } from "#web/office/staff/staff-form.tsx";
import { useToast } from "#web/ui/toast.tsx";
import type { Route } from "./+types/closing.ts";
import { readAskedSite, SiteFrame } from "./site-frame.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  return await loadStaff(context, getClosing, { query: readAskedSite(request) });
}

type Props = { closing: SiteClosing };

function Step({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="surface-card p-4 md:p-5">
      <h2 className="mb-2 text-xl">{name}</h2>
      <div className="grid max-w-prose gap-3 wrap-anywhere">{children}</div>
    </li>
  );
}

/** Closes and removes a site, step by step, each with what it is about in numbers. */
export default function Closing({ loaderData: closing }: Route.ComponentProps) {
  const t = useTexts("staff-sites");
  const format = useFormat();
  const { sites, key, sales, signups, owed, coming, refunding } = closing;
  const to = (page: string) => `${page}?${new URLSearchParams({ site: key })}`;
  return (
    <SiteFrame sites={sites} site={key}>
      <p className="mb-5 max-w-prose text-muted">{t("closing.intro")}</p>
      <ol className="grid max-w-3xl grid-cols-1 gap-4">
        <Step name={t("closing.announce")}>
          <p>{t("closing.announce_how", { sales, signups })}</p>
          <Link to={to("/staff/site")} className="link">
            {t("tab.settings")}
          </Link>
          <Link to={`${to("/staff/site/pages")}&page=terms`} className="link">
            {t("tab.pages")}
          </Link>
        </Step>
        <Step name={t("closing.refund")}>
          <p>
            {owed.length === 0
              ? t("closing.owes_nothing")
              : t("closing.owes", {
                  sum: formatSums(format, owed),
                  count: Math.max(...owed.map(({ members }) => members)),
                })}
          </p>
          {coming > 0 ? <p>{t("closing.coming", { count: coming })}</p> : null}
          {refunding ? <p>{t("closing.refunding")}</p> : null}
          <Link to={to("/staff/money")} className="link">
            {t("closing.to_money")}
          </Link>
        </Step>
        <Close key={closing.closed_until} closing={closing} />
        <Remove closing={closing} />
      </ol>
    </SiteFrame>
  );
}

function Close({ closing: { key, closed_until: until, members } }: Props) {
  const t = useTexts("staff-sites");
  const shell = useTexts("shell");
  const toast = useToast();
  const { run, ...state } = useCall(changeStaffSite);
  const before = until === "" ? {} : { before: until };
  return (
    <Step name={t("closing.close")}>
      <p>{t("closing.close_how", { count: members })}</p>
      <StaffForm
        of={[{ type: "date", name: "closed_until", label: t("closing.until"), defaultValue: until }]}
        state={state}
        send={({ closed_until: after = "" }) =>
          run({ body: { site: key, changes: [{ name: "closed_until", ...before, ...(after !== "" && { after }) }] } })
        }
        onDone={({ proposed }) => toast({ title: t(proposed.includes("closed_until") ? "waits" : "saved") })}
        keeps
        button={shell("save")}
      />
    </Step>
  );
}

function Remove({ closing }: Props) {
  const t = useTexts("staff-sites");
  const reasonField = useReasonField();
  const format = useFormat();
  const { run, ...state } = useCall(removeSite);
  const { key, removal, proposed, members, fictional, chats, photos, receipts, banned } = closing;
  return (
    <Step name={t("closing.remove")}>
      {removal === null ? (
        <>
          <p>{t("closing.erases", { members, fictional, chats, photos })}</p>
          <p>{t("closing.keeps", { receipts, banned })}</p>
        </>
      ) : (
        <p>
          {removal.finished_at === null
            ? t("closing.removing", { count: removal.left })
            : t("closing.removed", { date: format.date(removal.finished_at) })}
        </p>
      )}
      {proposed ? <p>{t("waits")}</p> : null}
      {removal === null && !proposed ? (
        <StaffForm
          of={[reasonField]}
          state={state}
          send={({ reason = "" }) => run({ body: { site: key, reason } })}
          button={t("closing.ask")}
          look="danger"
        />
      ) : null}
    </Step>
  );
}
