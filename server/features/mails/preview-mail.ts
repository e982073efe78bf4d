import type { Language } from "#contract/constants.ts";
import { noticeKinds } from "#contract/notifications.ts";
import type { MailToWrite } from "./mail-kinds.ts";
import { mailJobData, type WriteContext, writeMail } from "./send-mail.ts";

const linked = { name: "Alex", link: "/" };
const switched = { ...linked, token: "" };
const people = [{ name: "Robin", fictional: false, author: "member" as const }];
const suggested = people.map((person) => ({ ...person, age: 34, city: "", percentage: 81 }));
const linkKinds = ["activation", "reset", "login_link", "account_restored"] as const;

/** The mails of which a site can word more than the heading, with what they could say; none leads anywhere. */
const samples: readonly MailToWrite[] = [
  ...linkKinds.map((kind) => ({ kind, params: linked })),
  { kind: "download_ready", params: { ...linked, until: "…" } },
  ...noticeKinds.map((kind) => ({ kind, params: { ...switched, people, count: 1 } })),
  { kind: "suggestions", params: { ...switched, people: suggested } },
  { kind: "digest", params: { ...switched, lines: [{ kind: "like", people, count: 1 }] } },
];

export const previewedMails: readonly string[] = samples.map(({ kind }) => kind);

type Place = { siteId: number; origin: string; language: Language };

/** The HTML of a mail to an invented member, with these words in the place of the site's own. */
export async function previewMail(context: WriteContext, place: Place, kind: string, words: Record<string, string>) {
  const sample = samples.find((each) => each.kind === kind);
  const data = mailJobData.parse({ ...place, ...sample, to: "alex@example.org" });
  return (await writeMail(context, data, words)).html;
}
