import type { SetupTask } from "#contract/new-sites.ts";
import { settingDefinitions } from "#server/site-settings.ts";
import type { KnownSite } from "./describe-site.ts";

/** Valid values that an operator should still change before a site opens, with a line for the command. */
export function findSetupTasks({ file, site: { settings } }: KnownSite): { name: SetupTask; line: string }[] {
  const invented = (address: string) => address.endsWith(".invalid");
  const points: [boolean, SetupTask, string][] = [
    [invented(settings.mail_address), "mail_address", "is an invented address, no email would arrive"],
    [invented(settings.support_email), "support_email", "is an invented address, members could not reach you"],
    [file.company.vat_numbers.length === 0, "company.vat_numbers", "is empty, receipts would name none"],
    [
      settings.description === settingDefinitions.description.default,
      "description",
      "is the default, search engines would show the same text for several sites",
    ],
  ];
  return points.filter(([isOpen]) => isOpen).map(([, name, what]) => ({ name, line: `${name}: ${what}` }));
}
