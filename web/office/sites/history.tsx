import { Link } from "react-router";
import { getSiteChanges, undoSiteChange } from "#contract/staff-sites.ts";
import { createAction } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import type { Route } from "./+types/history.ts";
import { ChangeItem } from "./change-item.tsx";
import { ProposedNote } from "./save-buttons.tsx";
import { readAskedSite, SiteFrame } from "./site-frame.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  return await loadStaff(context, getSiteChanges, { query: readAskedSite(request) });
}

/** Takes a change back by a plain form, so that it works without scripts. */
export const action = createAction(
  async (call, { site = "", id = "" }) => {
    await call(undoSiteChange, { body: { site, id } });
    return { site };
  },
  ({ site }) => `/staff/site/history?${new URLSearchParams({ site })}`,
);

/** What was changed of a site, newest first; each change can be taken back. */
export default function History({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("staff-sites");
  const { sites, key, changes, more, proposed } = loaderData;
  const last = changes.at(-1);
  return (
    <SiteFrame sites={sites} site={key}>
      <ProposedNote names={proposed} />
      <p className="mb-5 max-w-prose text-muted">{t("history.intro")}</p>
      <FormError failure={actionData?.failure} />
      {changes.length === 0 ? <p>{t("history.none")}</p> : null}
      <ol className="grid gap-4">
        {changes.map((change) => (
          <ChangeItem key={change.id} site={key} change={change} />
        ))}
      </ol>
      {more && last ? (
        <p className="mt-6 text-center">
          <Link
            to={`?${new URLSearchParams({ site: key, before: last.id })}`}
            rel="next"
            className={buttonClass({ look: "outline" })}
          >
            {t("history.older")}
          </Link>
        </p>
      ) : null}
    </SiteFrame>
  );
}
