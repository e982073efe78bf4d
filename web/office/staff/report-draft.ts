import { createElement } from "react";
import type { InputOf } from "#contract/call.ts";
import type { ReportSubject } from "#contract/moderation.ts";
import { type decideReports, type QueuedReport, type QueuedReports, reportersVerdicts } from "#contract/office.ts";
import { isAboutDanger } from "./about-danger.ts";
import type { Alike } from "./alike-reports.tsx";
import { BanEffects, MeasureQuestion } from "./ban-effects.tsx";
import { ChildQuestion, isChildReason } from "./child-question.tsx";
import type { FollowUp } from "./follow-ups.tsx";
import { measurePath, writePath } from "./measure-link.tsx";
import { type MeasureDraft, newMeasureDraft, startOf, toLength } from "./measure-parts.tsx";
import type { Choice, Choices, QueueWords } from "./queue-page.tsx";

type Verdict = InputOf<typeof decideReports>["body"]["verdict"];
/** What staff have chosen for an item, before the decision. */
export type ReportDraft = MeasureDraft & {
  ground: Exclude<MeasureDraft["ground"], "">;
  reports: string[];
  unfounded: boolean;
  /** The other items that are decided alike. */
  alike: Alike[];
};

export const newReportDraft = ({ reports, dropped }: QueuedReports): ReportDraft => ({
  ...newMeasureDraft,
  reports: reports.map(({ id }) => id),
  // each reason of a report is a ground
  ground: reports[0]?.reason ?? "other",
  words: dropped?.words ?? "",
  unfounded: false,
  alike: [],
});

export const toDecision = ({ length, until, words, alike: _, ...decision }: ReportDraft) => ({
  ...decision,
  words: words.trim(),
  ...toLength({ length, until }),
});

/** What of a member's can be taken down by itself. */
function isRemovable({ about: member }: QueuedReports, { about, sound }: QueuedReport): boolean {
  const subjects: readonly ReportSubject[] = member?.about_me
    ? ["photo", "question", "profile"]
    : ["photo", "question"];
  return subjects.includes(about) || ((about === "message" || about === "profile") && sound !== null);
}

/** What staff may decide; a ban and a part of the reports ask once more. Without a member there is no measure. */
export function reportChoices(
  { t, file, transactions, format }: QueueWords,
  item: QueuedReports,
  { reports, ground, length, until, authority_told: isTold, alike }: ReportDraft,
): Choices<Verdict> {
  // a member in danger was helped, or was in none, and broke no rule
  const leave: Choice<Verdict>[] = isAboutDanger(item)
    ? [
        {
          ...{ press: "h", verdict: "helped", label: t("queue.helped") },
          ...(isTold ? {} : { asks: t("queue.helped_untold"), asksLook: "primary" }),
        },
        { press: "1", verdict: "kept", label: t("queue.no_danger") },
      ]
    : [{ press: "1", verdict: "kept", label: t("queue.stands") }];
  if (item.member === null) {
    const canAsk = item.reports.every(({ notice }) => notice?.can_ask === true);
    return {
      main: [...leave, ...(canAsk ? [{ press: "2", verdict: "asked", label: t("queue.ask_back") } as const] : [])],
    };
  }
  const end = startOf(until);
  const span = length === "date" ? (end ? format.date(end) : "…") : transactions("spending.days", { count: length });
  const named = item.reports.filter(({ id }) => reports.includes(id));
  const photos = named.flatMap(({ about, photo }) => (about === "photo" && photo !== null ? [photo] : []));
  const removal = {
    press: "3",
    verdict: "removed",
    label: t("queue.remove"),
    ...(isChildReason(ground) && {
      asks: createElement(ChildQuestion, { reason: ground, photos, member: item.id }),
    }),
  } as const;
  const banned = createElement(BanEffects, {
    members: [item.id, ...alike.map(({ id }) => id)],
    ground,
    reports: named,
    alike: alike.length,
  });
  const press = { press: "b", verdict: "banned", label: file("measure.do_banned"), look: "danger" } as const;
  const ban: Choice<Verdict> = { ...press, asks: banned };
  const all: Choice<Verdict>[] = [
    ...leave,
    { press: "2", verdict: "warned", label: t("queue.warn") },
    // what is taken down differs from item to item
    ...(alike.length === 0 && named.some((report) => isRemovable(item, report)) ? [removal] : []),
    { press: "4", verdict: "muted", label: `${file("measure.do_muted")} · ${span}` },
    { press: "5", verdict: "suspended", label: `${file("measure.do_suspended")} · ${span}` },
    ban,
  ];
  const { name: reported } = item.member;
  const sure = () => t("alike.sure", { names: format.list([reported, ...alike.map(({ name }) => name)]) });
  // what is decided alone takes effect at once, and can't be taken back
  const partial = isPartial(item, { reports }) ? t("reports.partial_sure") : undefined;
  const asks = alike.length > 0 ? sure() : partial;
  const isLeft = (verdict: Verdict) => verdict === "kept" || verdict === "helped";
  return {
    main: all.map((each) => {
      if (isLeft(each.verdict)) return partial === undefined ? each : { asks: partial, ...each };
      const question = each.asks ?? asks;
      if (question === undefined || each === ban) return each;
      return { ...each, asks: createElement(MeasureQuestion, { asks: question, reports: named }) };
    }),
  };
}

/** The accounts that look like a banned one, and can still be used. */
export function offerLookAlikes(
  { t }: QueueWords,
  { member, about }: Pick<QueuedReports, "member" | "about">,
  verdict: Verdict,
  { ground, words }: Pick<ReportDraft, "ground" | "words">,
): FollowUp | null {
  const active = about?.look_alikes.members.filter(
    ({ status, cleared }) => !cleared && status !== "banned" && status !== "deleted",
  );
  if (verdict !== "banned" || member === null || !active || active.length === 0) return null;
  return {
    title: t("follow.look_alikes", { name: member.name }),
    links: active.map(({ id, name }) => ({
      ...{ to: measurePath(id), name },
      preset: { measure: verdict, ground, words: words.trim() },
    })),
  };
}

/** The reporter reads the words of this decision, and not the member. */
export const isForReporter = (verdict: Verdict): boolean => reportersVerdicts.some((each) => each === verdict);

/**
 * Words to those who reported a danger, in their language with the number of their country, unless they were written
 * to or get the words of the decision.
 */
export function offerHelp(
  { t, file }: QueueWords,
  { danger, letters }: Pick<QueuedReports, "danger" | "letters">,
  verdict: Verdict,
): FollowUp | null {
  const others = (danger ?? []).filter(
    ({ reported, name }) => !reported && letters.every((each) => each.name !== name),
  );
  const links = others.flatMap(({ id, name, replies: [reply] }) =>
    reply ? [{ to: writePath(id), name: `${file("write.title")} · ${name}`, text: reply.text }] : [],
  );
  return isForReporter(verdict) || links.length === 0 ? null : { title: t("follow.danger"), links };
}

/** Other reports about the member wait even after the decision. */
export const isPartial = (item: QueuedReports, { reports }: Pick<ReportDraft, "reports">) =>
  reports.length > 0 && reports.length < item.reports.length;
