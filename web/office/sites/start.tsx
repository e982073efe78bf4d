import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { getSiteStart, lawTasks } from "#contract/new-sites.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/start.ts";
import { readAskedSite } from "./site-frame.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  return await loadStaff(context, getSiteStart, { query: readAskedSite(request) });
}

const isLawTask = (point: string) => lawTasks.some((task) => task === point);

function pageOf(point: string): string {
  if (point === "pages") return "/pages";
  if (point === "vat" || point === "prices") return "/prices";
  return point.startsWith("company") ? "/company" : "";
}

function Step({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="surface-card p-4">
      <h2 className="mb-1 text-lg">{name}</h2>
      <div className="max-w-prose wrap-anywhere">{children}</div>
    </li>
  );
}

/** What is left to do before a site opens, most of it outside of the product: names, certificates, emails. */
export default function Start({ loaderData }: Route.ComponentProps) {
  const t = useTexts("staff-sites");
  const format = useFormat();
  const { key, name, domain, hosts, mail_domain: mailDomain, open } = loaderData;
  const to = (page: string) => `/staff/site${page}?${new URLSearchParams({ site: key })}`;
  const pages = [
    ["/prices", "prices"],
    ["/pages", "pages"],
    ["/fictional", "fictional"],
    ["", "settings"],
  ] as const;
  return (
    <Screen title={t("start.title", { name })}>
      <p className="mb-5 max-w-prose text-muted">{t("start.intro", { domain })}</p>
      <ol className="grid max-w-3xl grid-cols-1 gap-4">
        <Step name={t("start.dns")}>{t("start.dns_how", { hosts: format.list([domain, ...hosts]) })}</Step>
        <Step name={t("start.mail")}>{t("start.mail_how", { domain: mailDomain })}</Step>
        <Step name={t("start.own")}>
          {open.length === 0 ? (
            <p className="flex items-center gap-2">
              <CircleCheck aria-hidden className="size-5 shrink-0 text-secondary-ink" />
              {t("start.nothing_open")}
            </p>
          ) : (
            <ul className="list-disc ps-5">
              {open.map((point) => (
                <li key={point}>
                  <Link to={to(pageOf(point))} className="link block py-2">
                    {isLawTask(point)
                      ? t("open.law", { name: point })
                      : t(`open.${point.replace("company.", "") as "mail_address"}`)}
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <p className="mt-1 flex flex-wrap gap-x-4">
            {pages.map(([page, tab]) => (
              <Link key={tab} to={to(page)} className="link py-2.5">
                {t(`tab.${tab}`)}
              </Link>
            ))}
          </p>
        </Step>
        <Step name={t("start.check")}>
          {t("start.check_how")} <code className="inline-block max-w-full break-words">npm run doctor</code>
        </Step>
      </ol>
    </Screen>
  );
}
