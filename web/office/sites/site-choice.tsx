import { Form, useLocation } from "react-router";
import type { NamedSite } from "#contract/site-key.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { siteOptions } from "#web/office/staff/own-sites.tsx";
import { Button } from "#web/ui/button.tsx";
import { SelectField } from "#web/ui/select-field.tsx";

type Props = { sites: readonly NamedSite[]; site: string };

/** Which of several sites a page is about. */
export function SiteChoice({ sites, site }: Props) {
  const t = useTexts("staff-sites");
  const numbers = useTexts("numbers");
  const { pathname } = useLocation();
  if (sites.length < 2) return null;
  return (
    <Form key={site} action={pathname} className="-mt-2 mb-1 flex flex-wrap items-end gap-x-3">
      <div className="min-w-0 max-w-72 grow basis-48">
        <SelectField name="site" label={t("which")} defaultValue={site} options={siteOptions(sites)} />
      </div>
      <Button type="submit" look="outline" className="mb-5">
        {numbers("filter.show")}
      </Button>
    </Form>
  );
}
