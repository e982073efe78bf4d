import type { z } from "zod";
import type { writePoliceText as contract } from "#contract/office.ts";
import { ageAt } from "#server/ages.ts";
import type { Db } from "#server/db/pool.ts";
import { describeDevice } from "#server/features/auth/index.ts";
import type { ChatLine } from "#server/features/chat/index.ts";
import { countryName, formatTime } from "#server/features/mails/index.ts";
import { findNoticesOf, isObjectedTo, openReport } from "#server/features/moderation/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { fail } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { findLookAlikes } from "./look-alikes-store.ts";
import { findDevices, findMember, findSensitive } from "./members/file-store.ts";
import type { Logged } from "./staff/audit.ts";

/** How many of the devices of a member are named, the ones used last. */
const devicesNamed = 5;

type Report = NonNullable<Awaited<ReturnType<typeof openReport>>>;
type Line = string | false | null;

const block = (title: string, lines: readonly Line[]) =>
  [title, ...lines.filter((line) => typeof line === "string")].join("\n");

/** The words of a text for the police, in the language of the caller. */
function wordsOf({ services, language }: StaffContext) {
  const t = (key: string) => services.texts.t(language, key);
  return {
    t,
    row: (key: string, value: string) => `${t(key)}: ${value}`,
    moment: (time: Date | string) => formatTime(language, new Date(time)),
    country: (code: string) => countryName(language, code),
  };
}
type Words = ReturnType<typeof wordsOf>;

/** Who the member is, how to reach them, and when and from where they were logged in. */
async function describeMember(db: Db, id: string, title: string, now: Date, words: Words): Promise<string> {
  const [member, sensitive, devices] = await Promise.all([
    findMember(db, id),
    findSensitive(db, id),
    findDevices(db, id, now, devicesNamed),
  ]);
  if (!member || !sensitive) return block(title, [words.row("staff:child.account", id)]);
  const { t, row, moment, country } = words;
  return block(title, [
    row("staff:police.name", member.name),
    row("staff:child.account", id),
    row("staff-members:sensitive.email", sensitive.email),
    row("staff-members:fact.age", `${ageAt(member.date_of_birth, now)}`),
    row("staff-members:fact.home", [member.town, country(member.country)].filter(Boolean).join(", ")),
    row("staff-members:fact.joined", moment(member.created_at)),
    devices.length > 0 && `${t("staff:police.logins")}:`,
    ...devices.map(({ user_agent: agent, country: from, used_at: used, session_used_at: last }) => {
      const { browser, system } = describeDevice(agent);
      return `- ${[moment(last ?? used), from && country(from), browser, system].filter(Boolean).join(" · ")}`;
    }),
  ]);
}

/** The accounts with the same "About me", which may be the same person's. A fictional profile is no one's. */
async function findAlike(ctx: StaffContext, memberId: string): Promise<string[]> {
  const { members } = (await findLookAlikes(ctx, [memberId]))(memberId);
  return members.filter(({ fictional, cleared }) => !fictional && !cleared).map(({ id }) => id);
}

/** What was written, each line with its time and its author: the chat, or the message that is reported. */
function quote({ chat, evidence, ...report }: Report, { t, moment }: Words): Line[] {
  const nameOf = ({ from }: ChatLine) => (from === report.reported_id ? report.reported : report.reporter) ?? "–";
  const lines = chat.length > 0 ? chat : evidence === null ? [] : [evidence];
  return lines.map((line) => {
    const attached = line.attachment && `[${t(`staff:evidence.${line.attachment.kind}`)}]`;
    return `${moment(line.at)} · ${nameOf(line)}: ${[attached, line.text].filter(Boolean).join(" ")}`;
  });
}

/**
 * All that the police need of a report of danger (DSA, article 18), as one text. Only while the report, or an objection
 * to its decision, is open; logged for each member whose address it has.
 */
export async function writePoliceText(ctx: StaffContext, id: string): Promise<Logged<z.input<typeof contract.answer>>> {
  const { db, services, now } = ctx;
  const report = await openReport({ db, services }, id, now);
  if (report?.reason !== "danger") throw fail("staff_item_gone");
  if (report.status !== "open" && !(await isObjectedTo(db, id))) throw fail("staff_item_gone");
  const words = wordsOf(ctx);
  const { t, row, moment } = words;
  const { site, company } = await siteAndCompany(db, report.site_id);
  const notice = (await findNoticesOf(db, [id])).get(id);
  const { support_email: email, support_phone: phone } = site.settings;
  const partyOf = (member: string | null, title: string) =>
    member === null ? null : describeMember(db, member, t(title), now, words);
  const alike = report.reported_id === null ? [] : await findAlike(ctx, report.reported_id);
  const quoted = quote(report, words);
  const parts = [
    block(t("staff:police.title"), [
      t("staff:police.why"),
      row("staff:police.from", [company.name, site.settings.name, email, phone].filter(Boolean).join(", ")),
    ]),
    block(row("staff:danger.report", id), [
      row("staff:police.made", moment(report.created_at)),
      row("staff:police.about", t(`moderation:reasons.${report.reason}`)),
      report.text !== "" && row("staff:police.words", report.text),
      notice !== undefined && row("staff:fact.notifier", [notice.name, notice.email].filter(Boolean).join(", ")),
      notice !== undefined && row("staff:fact.place", notice.place),
    ]),
    quoted.length > 0 && block(`${t("staff:police.quoted")}:`, quoted),
    await partyOf(report.reported_id, "staff:queue.reported_wrote"),
    ...(await Promise.all(alike.map((member) => partyOf(member, "staff:police.look_alike")))),
    await partyOf(report.reporter_id, "staff:queue.reporter_wrote"),
  ];
  const members = [report.reported_id, report.reporter_id, ...alike].filter((each) => each !== null);
  return {
    answer: { text: parts.filter((part) => typeof part === "string").join("\n\n") },
    log: (members.length > 0 ? members : [null]).map((memberId) => ({
      action: "police_text_opened",
      memberId,
      subject: `report:${id}`,
      reason: report.reason,
    })),
  };
}
