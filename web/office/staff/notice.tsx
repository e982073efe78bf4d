import { useState } from "react";
import { nameReported, type QueuedReport, type QueuedReports } from "#contract/office.ts";
import { type FoundMember, findMembers, type MemberFilters } from "#contract/staff-members.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { FoundRow } from "#web/office/members/found-members.tsx";
import { exact, readFilters, usePersonFields } from "#web/office/members/member-filters.tsx";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Fact } from "#web/ui/fact.tsx";
import { Fields } from "#web/ui/fields.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Section } from "#web/ui/section.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { isAboutDanger } from "./about-danger.ts";
import { useActedWords } from "./acted-words.ts";
import { HitPhotos } from "./hit-photos.tsx";
import { NameMember } from "./name-member.tsx";

type GuestNotice = NonNullable<QueuedReport["notice"]>;
const searchLength = 254;

/** A notice of illegal content: its notifier, the place that they name, and what they answered and objected to. */
export function Notice(notice: Omit<GuestNotice, "can_ask">) {
  const t = useTexts("staff");
  const format = useFormat();
  const { name, email, language, place, question, reply, objection } = notice;
  const lines = [
    [t("fact.notifier"), [name, email].filter(Boolean).join(", ")],
    [t("fact.language"), format.language(language)],
    [t("fact.place"), place],
    [t("fact.question"), question ?? ""],
    [t("fact.reply"), reply ?? ""],
    [t("fact.objection"), objection ?? ""],
  ].filter(([, value]) => value !== "");
  return (
    <dl className="mt-2 grid gap-1 text-sm">
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className="whitespace-pre-line break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const quotes = "\"'“”„«»";
/** What names a member anywhere in a text: an address, also of email, a name after `@` or in quotes, a user name. */
const named = [
  /https?:\/\/[^/\s]+((?:\/[^\s?#,;)]*)?)/i,
  /([^\s@<>]+@[^\s@<>]+\.[^\s@<>]*[\p{L}\p{N}])/u,
  /(?:^|\s)@([\p{L}\p{N}._-]{2,})/u,
  new RegExp(`[${quotes}]([^${quotes}]{2,40})[${quotes}]`, "u"),
  /(?<![\p{L}\p{N}])(\p{L}[\p{L}.-]*[_\d][\p{L}\p{N}_.-]*)/u,
];
/** A user name, or up to four words of a person’s name, each with a capital but for a “van” or “de la”. */
const nameAlone = /^(?:[\p{L}\p{N}._-]+|\p{Lu}[\p{L}.'’-]*(?: \p{Ll}{1,3}){0,2}(?: \p{Lu}[\p{L}.'’-]*){1,3})$/u;

/** What to search members for: what in the words of a guest looks like a name or an address; empty if nothing does. */
export function searchTermOf(place: string): string {
  const words = place.trim();
  const part = named.map((pattern) => pattern.exec(words)?.[1]).find((each) => each !== undefined);
  if (part === undefined) return nameAlone.test(words) ? words.slice(0, searchLength) : "";
  const last = part.split("/").findLast((each) => each !== "") ?? "";
  return last.slice(0, searchLength);
}

/** A town in the words of a guest, such as "a woman from Hamburg": what follows "from" or "in" with a capital. */
const townWords = /(?:^|\s)(?:from|in|aus|uit|från|fra)\s+(\p{Lu}[\p{L}-]+)/u;

/** How the search begins: with the name or the town that stands in the guest's words. Staff change both. */
export function searchOf(place: string): MemberFilters {
  const text = searchTermOf(place);
  const town = text === "" ? townWords.exec(place)?.[1] : undefined;
  return town === undefined ? { text } : { text, town };
}

/** Finds members by what a guest named or told; one press says that the notice is about one of them. */
function FindNamed({ id, site, place, onNamed }: { id: string; site: string; place: string; onNamed(): void }) {
  const t = useTexts("staff");
  const file = useTexts("staff-members");
  const search = useCall(findMembers);
  const name = useCall(nameReported);
  const [before] = useState(() => searchOf(place));
  const person = usePersonFields(before);
  const [needsPhotos, setNeedsPhotos] = useState(false);
  const [page, setPage] = useState<{ sought: MemberFilters; members: FoundMember[]; cursor: string | null } | null>(
    null,
  );
  const fits = ({ images }: FoundMember) => images.length > 0 || !needsPhotos;
  const find = (sought: MemberFilters, cursor?: string) =>
    search.run({ body: { ...sought, cursor } }, (answer) =>
      setPage((last) => ({
        sought,
        members: [...(cursor === undefined ? [] : (last?.members ?? [])), ...answer.members],
        cursor: answer.cursor,
      })),
    );
  return (
    <>
      <CallForm
        role="search"
        failure={search.failure}
        className="mt-2"
        onSubmit={(fields) => find({ ...readFilters(fields), site })}
      >
        <TextField
          name="text"
          label={file("find.label")}
          defaultValue={before.text}
          maxLength={searchLength}
          {...exact}
        />
        <div className="grid gap-x-4 sm:grid-cols-2">
          <Fields of={person} />
        </div>
        <Button type="submit" look="outline" pending={search.pending}>
          {file("find.send")}
        </Button>
      </CallForm>
      <FormError failure={name.failure} />
      {page?.members.length === 0 ? <p role="status">{file("find.none")}</p> : null}
      {page?.members.some(({ images }) => images.length === 0) ? (
        <Checkbox
          name="with_photos"
          label={t("notice.with_photos")}
          checked={needsPhotos}
          onChange={({ target }) => setNeedsPhotos(target.checked)}
        />
      ) : null}
      <ul className="mt-2">
        {(page?.members ?? []).filter(fits).map((member) => (
          <FoundRow key={member.id} member={member}>
            {member.images.length === 0 ? null : <HitPhotos member={member} />}
            <Button
              look="outline"
              className="found-act"
              pending={name.pending}
              onClick={() => name.run({ body: { id, place: member.id } }, onNamed)}
            >
              {t("notice.this_one")}
            </Button>
          </FoundRow>
        ))}
      </ul>
      {page === null || page.cursor === null ? null : (
        <Button look="outline" pending={search.pending} onClick={() => find(page.sought, page.cursor ?? undefined)}>
          {file("find.more")}
        </Button>
      )}
    </>
  );
}

/** For a notice that names no member: what to do, in this order, before it is decided on. */
export function NoticeSteps({ item, onNamed }: { item: QueuedReports; onNamed(): void }) {
  const t = useTexts("staff");
  const notice = item.reports.find((report) => report.notice !== null)?.notice;
  if (item.member !== null || !notice) return null;
  // what was answered tells more than what was named first
  const place = notice.reply ?? notice.place;
  return (
    <Section title={t("notice.steps")} heading="font-semibold" className="mt-5 border-line border-t pt-4">
      <ol className="mt-2 grid list-decimal gap-4 ps-5">
        <li>
          {t("notice.find")}
          <FindNamed {...{ id: item.id, site: item.site, place, onNamed }} />
        </li>
        <li>
          {t("notice.name")}
          <NameMember id={item.id} onNamed={onNamed} />
        </li>
        <li>{t(notice.can_ask ? "notice.ask" : "notice.ask_not")}</li>
        <li>{t("notice.leave")}</li>
      </ol>
    </Section>
  );
}

/** What the guest will read after each decision, before it is made. */
export function GuestReads({ item }: { item: QueuedReports }) {
  const t = useTexts("staff");
  const complaints = useTexts("complaints");
  const format = useFormat();
  const actedWords = useActedWords();
  const report = item.reports.find((each) => each.notice !== null);
  const notice = report?.notice;
  if (!report || !notice) return null;
  if (notice.email === "") return <p className="mb-5 rounded-md bg-tint p-4 col-span-full">{t("notice.no_address")}</p>;
  const isAgain = notice.objection !== null;
  const left = isAboutDanger(item) ? "kept_danger" : "kept";
  return (
    <div className="mb-5 space-y-3 rounded-md bg-tint p-4 col-span-full">
      <p className="font-semibold">{t("notice.reads", { language: format.language(notice.language) })}</p>
      <dl className="grid gap-2 text-sm">
        <Fact term={t("notice.if_left")}>
          {complaints(`notice.${isAgain ? "again_kept" : left}`)} {t("notice.with_words")}
        </Fact>
        {item.member === null ? null : (
          <Fact term={t("notice.if_acted")}>
            {actedWords([report])} {t("notice.without_words")}
          </Fact>
        )}
        {item.member === null && notice.can_ask ? <Fact term={t("queue.ask_back")}>{t("notice.if_asked")}</Fact> : null}
      </dl>
    </div>
  );
}
