import { Undo2 } from "lucide-react";
import { Form, useNavigation } from "react-router";
import { getSiteChanges, type ShownChange, undoSiteChange } from "#contract/staff-sites.ts";
import { createAction } from "#web/lib/page.ts";
import { pickParams } from "#web/lib/pick-params.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { Button, OutlineLink } from "#web/ui/button.tsx";
import { PostedError } from "#web/ui/form-error.tsx";
import type { Route } from "./+types/history.ts";
import { ProposedNote } from "./save-buttons.tsx";
import { SettingName } from "./setting-field.tsx";
import { SiteFrame } from "./site-frame.tsx";
import { Value } from "./site-value.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  // `before`: the change before which the list begins
  const query = pickParams(new URL(request.url).searchParams, ["site", "before"]);
  return await loadStaff(context, getSiteChanges, { query });
}

/** Takes a change back by a plain form, so that it works without scripts. */
export const action = createAction(
  async (call, { site = "", id = "", also_on: alsoOn = "" }) => {
    await call(undoSiteChange, { body: { site, id, also_on: alsoOn.split(" ").filter(Boolean) } });
    return { site };
  },
  ({ site }) => `/staff/site/history?${new URLSearchParams({ site })}`,
);

/** What was changed of a site, newest first; each change can be taken back. */
export default function History({ loaderData }: Route.ComponentProps) {
  const t = useTexts("staff-sites");
  const { sites, key, changes, more, proposed, sharing } = loaderData;
  const last = changes.at(-1);
  return (
    <SiteFrame sites={sites} site={key}>
      <ProposedNote names={proposed} />
      <p className="mb-5 max-w-prose text-muted">{t("history.intro")}</p>
      <PostedError />
      {changes.length === 0 ? <p>{t("history.none")}</p> : null}
      <ol className="grid gap-4">
        {changes.map((change) => (
          <ChangeItem key={change.id} site={key} change={change} sharing={sharing} />
        ))}
      </ol>
      {more && last ? (
        <p className="mt-6 text-center">
          <OutlineLink to={`?${new URLSearchParams({ site: key, before: last.id })}`} rel="next">
            {t("history.older")}
          </OutlineLink>
        </p>
      ) : null}
    </SiteFrame>
  );
}

/** One change: who, when, each value before and after, and the button that takes it back. */
function ChangeItem({ site, change, sharing }: { site: string; change: ShownChange; sharing: readonly string[] }) {
  const t = useTexts("staff-sites");
  const words = useTexts("staff");
  const format = useFormat();
  const { formData } = useNavigation();
  const { id, at, staff, changes, undoes, undone } = change;
  const alsoOn = changes.some(({ name }) => name.startsWith("company.")) ? sharing : [];
  const names = changes.map(({ name, label }) => label ?? name).join(", ");
  return (
    <li className="surface-card p-4 md:p-5">
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <p className="text-sm">
          <span className="font-semibold">{staff ?? words("log.command")}</span>
          {" · "}
          <time dateTime={at}>
            {format.date(at)}, {format.time(at)}
          </time>
          {undoes ? ` · ${t("history.undid")}` : ""}
        </p>
        {undone ? <p className="ms-auto text-muted text-sm">{t("history.undone")}</p> : null}
      </div>
      <dl className="grid gap-2 text-sm">
        {changes.map(({ name, label, before, after }) => (
          <div key={name} className="min-w-0">
            <dt className="font-semibold">
              {label === null ? (
                <span className="break-all">{name === "company" ? t("tab.company") : name}</span>
              ) : (
                <SettingName name={name} label={label} />
              )}
            </dt>
            <dd>
              <Value value={before} /> <span aria-hidden>→</span>
              <span className="sr-only">{t("history.becomes")}</span> <Value value={after} />
            </dd>
          </div>
        ))}
      </dl>
      {change.sharing.length === 0 ? null : (
        <p className="mt-2 text-sm">{t("history.sharing", { sites: change.sharing.join(", ") })}</p>
      )}
      {undone ? null : (
        <Form method="post" className="mt-3">
          {alsoOn.length === 0 ? null : (
            <p className="mb-3 max-w-prose rounded-md bg-warning-tint p-3.5">
              {t("history.undo_sharing", { sites: alsoOn.join(", ") })}
            </p>
          )}
          <input type="hidden" name="also_on" value={alsoOn.join(" ")} />
          <input type="hidden" name="site" value={site} />
          <input type="hidden" name="id" value={id} />
          <Button
            type="submit"
            look="outline"
            pending={formData?.get("id") === id}
            aria-label={t("history.undo_named", { names })}
          >
            <Undo2 aria-hidden className="size-5" />
            {t("history.undo")}
          </Button>
        </Form>
      )}
    </li>
  );
}
