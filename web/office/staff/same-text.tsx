import { useState } from "react";
import { Link } from "react-router";
import { clearLookAlike, type LookAlikes, lookAlikesCounted } from "#contract/staff-members.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { Button, OutlineLink } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Section } from "#web/ui/section.tsx";
import { type MeasurePreset, measurePath } from "./measure-link.tsx";
import { StatusChip } from "./person-line.tsx";

type Member = LookAlikes["members"][number];
/** With what a ban begins once an account is that of a banned person. */
export type SamePerson = Pick<MeasurePreset, "words"> & { ground: Exclude<MeasurePreset["ground"], ""> };
type AlikeProps = {
  id: string;
  member: Member;
  words: string;
  /** Fills in the form of the decision; without, a link leads to the member's measures. */
  onSame: ((same: SamePerson) => void) | undefined;
};

/** Why and when the account was banned, as its member read it. */
function Ban({ ground, words, at }: NonNullable<Member["ban"]>) {
  const decisions = useTexts("decisions");
  const format = useFormat();
  return (
    <p className="break-words text-sm">
      {format.date(at)} · {ground === null ? null : `${decisions(`ground.${ground}`)}. `}
      {words === "" ? null : <span className="text-muted">{words}</span>}
    </p>
  );
}

/** One press says that an account is someone else's: it is remembered for the two, and can be taken back. */
function Alike({ id, member, words, onSame }: AlikeProps) {
  const { image, name, age, town, country, ban } = member;
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  const format = useFormat();
  const [cleared, setCleared] = useState(member.cleared);
  const [isSame, setSame] = useState(false);
  const { run, pending, failure } = useCall(clearLookAlike);
  const say = (next: boolean) => run({ body: { id, other: member.id, cleared: next } }, () => setCleared(next));
  // a direct debit of this account came back, which is no ground of staff
  const ground = ban === null || ban.ground === null || ban.ground === "charged_back" ? "fake" : ban.ground;
  const same = { ground, words };
  return (
    <li className="flex gap-3 py-1.5">
      {image === null ? null : (
        <img
          src={image}
          alt={staff("queue.photo_of", { name })}
          width={80}
          height={100}
          className="aspect-4/5 w-20 shrink-0 self-start rounded-md bg-surface object-cover"
        />
      )}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>
            <Link to={`/staff/members/${member.id}`} className="link inline-block py-1.5">
              {name}
            </Link>
            , {age}
          </span>
          <StatusChip status={member.status} />
          <MemberLabel member={{ fictional: member.fictional, automatic: false }} />
          <span className="text-muted text-sm">{[town, format.country(country)].filter(Boolean).join(", ")}</span>
        </p>
        {ban === null ? null : <Ban {...ban} />}
        <p role="status" className="text-sm empty:hidden">
          {cleared ? t("same_text.cleared") : isSame ? t("same_text.filled") : null}
        </p>
        <p className="mt-1.5 flex flex-wrap gap-2">
          {ban === null || cleared ? null : onSame ? (
            <Button
              look="outline"
              onClick={() => {
                onSame(same);
                setSame(true);
              }}
            >
              {t("same_text.same")}
            </Button>
          ) : (
            <OutlineLink to={measurePath(id)} state={{ preset: { measure: "banned", ...same } }}>
              {t("same_text.same")}
            </OutlineLink>
          )}
          <Button look="outline" pending={pending} onClick={() => say(!cleared)}>
            {cleared ? staff("queue.undo") : t("same_text.clear")}
          </Button>
        </p>
        <FormError failure={failure} />
      </div>
    </li>
  );
}

type Props = LookAlikes & { id: string; onSame?: AlikeProps["onSame"] };

/** Other accounts of the site with the same "About me" as a member's, with what tells whether they are one person's. */
export function SameText({ id, count, members, words, onSame }: Props) {
  const t = useTexts("staff-members");
  const format = useFormat();
  if (members.length === 0) return null;
  const counted = (number: number) => `${format.number(number)}${count < lookAlikesCounted ? "" : "+"}`;
  const left = count - members.filter(({ cleared }) => !cleared).length;
  return (
    <Section title={t("same_text.title", { number: counted(count) })} heading="font-semibold" className="mt-3 w-full">
      <ul>
        {members.map((member) => (
          <Alike key={`${id} ${member.id}`} {...{ id, member, words, onSame }} />
        ))}
      </ul>
      {left === 0 ? null : <p className="text-muted text-sm">{t("same_text.more", { number: counted(left) })}</p>}
    </Section>
  );
}
