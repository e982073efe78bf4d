import { Link } from "react-router";
import type { Ground, staffGrounds } from "#contract/decisions.ts";
import type { QueuedReview } from "#contract/office.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { Fact } from "#web/ui/fact.tsx";
import { Section } from "#web/ui/section.tsx";
import { EarlierDecisions } from "./earlier-decisions.tsx";
import { HitPhotos } from "./hit-photos.tsx";
import { MeasureLink } from "./measure-link.tsx";
import { GroundField, WordsField } from "./measure-parts.tsx";
import { PersonLine, StatusChip } from "./person-line.tsx";
import type { Choices, ItemProps, QueueWords } from "./queue-page.tsx";
import { useReaderNote } from "./reader-note.ts";
import { SameText } from "./same-text.tsx";
import { FittingReplies, repliesFor, SavedReplies } from "./saved-replies.tsx";

export type ReviewDraft = { ground: (typeof staffGrounds)[number]; words: string };

/** The ground that fits what the program found. */
export const newReviewDraft = ({ risks, dropped }: QueuedReview): ReviewDraft => ({
  ground: risks.money > 0 ? "scam" : ("contact_details" satisfies Ground),
  words: dropped?.words ?? "",
});

/** An account that is closed can't be warned. */
const isClosed = ({ status }: Pick<QueuedReview, "status">) => status === "banned" || status === "deleted";

export const reviewChoices = ({ t }: QueueWords, item: QueuedReview): Choices<"closed" | "warned"> => ({
  main: [
    { press: "1", verdict: "closed", label: t("review.leave"), look: "secondary" },
    ...(isClosed(item) ? [] : [{ press: "2", verdict: "warned", label: t("queue.warn") } as const]),
  ],
});

/** What the program found in the member's first messages, as numbers. */
function Found({ item }: { item: QueuedReview }) {
  const t = useTexts("staff");
  const format = useFormat();
  const { risks, recipients, first, last, same_text: sameText } = item;
  const moment = (iso: string) => `${format.date(iso)}, ${format.time(iso)}`;
  return (
    <dl className="mt-4 grid gap-3 sm:grid-cols-2">
      <Fact term={t("fact.recipients")}>{format.number(recipients)}</Fact>
      {risks.money > 0 ? <Fact term={t("review.money")}>{format.number(risks.money)}</Fact> : null}
      {risks.contact > 0 ? <Fact term={t("review.contact")}>{format.number(risks.contact)}</Fact> : null}
      {first === null || last === null ? null : (
        <Fact term={t("review.span")}>{first === last ? moment(first) : `${moment(first)} – ${moment(last)}`}</Fact>
      )}
      <Fact term={t("review.same_text")}>{sameText > 1 ? format.number(sameText) : t("review.no_same_text")}</Fact>
    </dl>
  );
}

/** Who it is, by which it is judged: the photo, the text, the open reports and what was decided before. */
function Flagged({ item }: { item: QueuedReview }) {
  const t = useTexts("staff");
  const file = useTexts("staff-members");
  const format = useFormat();
  const { member, site, since, status, age, joined, photo, about_me: aboutMe, reports } = item;
  return (
    <div className="flex flex-wrap gap-4">
      {photo === null ? null : (
        <img
          src={photo}
          alt={t("queue.photo_of", { name: member.name })}
          width={240}
          height={300}
          className="aspect-4/5 w-28 shrink-0 self-start rounded-md bg-surface object-cover md:w-40"
        />
      )}
      <div className="min-w-0 flex-[1_1_11rem]">
        <PersonLine member={member} age={age} site={site} since={since}>
          <StatusChip status={status} />
        </PersonLine>
        <p className="mt-2 text-muted text-sm">
          {file("fact.joined")} · {format.date(joined)} ({format.ago(joined)})
        </p>
        {aboutMe === "" ? null : <p className="mt-2 whitespace-pre-line break-words">{aboutMe}</p>}
        <p className="my-2">
          {reports === 0 ? (
            <span className="text-muted text-sm">{t("queue.no_reports")}</span>
          ) : (
            <Link to={`/staff/queue/reports?item=${member.id}`} className="link inline-block py-1.5 font-semibold">
              {t("queue.open_reports", { count: reports })}
            </Link>
          )}
        </p>
        {item.other_photos === 0 ? null : <HitPhotos member={member} />}
      </div>
      <EarlierDecisions decisions={item.decisions} />
    </div>
  );
}

/** A member whose first messages a program marked: why, what it found, who the member is, and what staff can do. */
export function ReviewView({ item, draft, last, onChange }: ItemProps<QueuedReview, ReviewDraft>) {
  const t = useTexts("staff");
  const readerNote = useReaderNote();
  const { member } = item;
  const replies = repliesFor(draft.ground, item.replies);
  return (
    <>
      <div className="p-4 md:p-5" key={item.id}>
        <Flagged item={item} />
        <Found item={item} />
        <div className="mt-4 space-y-2 rounded-md bg-tint p-4">
          <p>{t("review.why")}</p>
          <p>{t("review.privacy")}</p>
        </div>
        <SameText id={item.member.id} {...item.look_alikes} />
        <Section title={t("review.do")} heading="font-semibold" className="mt-4">
          <ul className="mt-1 grid list-disc gap-1 ps-5">
            <li>{t("review.do_leave")}</li>
            {isClosed(item) ? null : <li>{t("review.do_warn")}</li>}
            <li>{t("review.do_more")}</li>
          </ul>
          <p className="mt-2">
            <MeasureLink member={member}>{t("review.page", { name: member.name })}</MeasureLink>
          </p>
        </Section>
      </div>
      {isClosed(item) ? null : (
        <div className="border-line border-t px-4 pt-4 pb-2 md:px-5">
          <p className="mb-3 text-muted text-sm">{t("review.warning_only")}</p>
          <GroundField draft={draft} onChange={({ ground }) => ground && onChange({ ground })} />
          <FittingReplies replies={replies} words={draft.words} onChange={onChange} />
          <WordsField draft={draft} label={t("queue.words")} note={readerNote(item.language)} onChange={onChange} />
          <SavedReplies
            replies={replies}
            last={last}
            language={item.language}
            words={draft.words}
            onChange={onChange}
          />
        </div>
      )}
    </>
  );
}
