import { CircleUserRound } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { FoundMember } from "#contract/staff-members.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { useOwnSites } from "#web/office/staff/own-sites.tsx";
import { StatusChip } from "#web/office/staff/person-line.tsx";
import { Chip } from "#web/ui/chip.tsx";

/** Staff take no measure against these together with others; a deleted one can be banned from its page. */
export const isBarred = ({ status }: FoundMember) => status === "banned" || status === "deleted";

type RowProps = {
  member: FoundMember;
  onChoose: ((chosen: boolean) => void) | undefined;
  chosen: boolean;
  disabled: boolean;
};

/** A member as a search finds them, with small photos, age and town; `children`: what can be done with the result. */
export function FoundRow({
  member,
  before,
  children,
}: {
  member: FoundMember;
  before?: ReactNode;
  children?: ReactNode;
}) {
  const t = useTexts("staff-members");
  const format = useFormat();
  const { nameOf } = useOwnSites();
  const { id, name, age, images, site, town, country, created_at: joined, status, fictional, premium } = member;
  const home = [town, format.country(country)].filter(Boolean).join(", ");
  return (
    <li
      className={`flex flex-wrap items-center gap-3 border-line border-b py-3 last:border-b-0 ${children ? "found-row" : ""}`}
    >
      {before}
      {images.length === 0 ? <CircleUserRound aria-hidden className="w-12 shrink-0 text-muted" /> : null}
      <span className="flex max-w-full shrink-0 flex-wrap gap-1 empty:hidden">
        {images.map((image) => (
          <img
            key={image}
            src={image}
            alt=""
            width={48}
            height={60}
            loading="lazy"
            className="h-15 w-12 rounded-md object-cover"
          />
        ))}
      </span>
      <div className="min-w-0 flex-[1_1_9rem]">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>
            <Link to={`/staff/members/${id}`} className="link inline-block break-words py-1 font-semibold">
              {name}
            </Link>
            , {age}
          </span>
          <MemberLabel member={{ fictional, automatic: false }} />
          {status === "active" ? null : <StatusChip status={status} />}
          {premium ? <Chip tone="tint">{t("premium")}</Chip> : null}
        </p>
        <p className="text-muted text-sm">
          {nameOf(site)} · {home} · {t("fact.joined")}: {format.date(joined)}
        </p>
      </div>
      {children}
    </li>
  );
}

function Row({ member, onChoose, chosen, disabled }: RowProps) {
  const t = useTexts("staff-members");
  const box =
    onChoose && !isBarred(member) ? (
      <label className="-my-1 -ms-2 flex size-11 shrink-0 items-center justify-center">
        <span className="sr-only">{t("many.choose", { name: member.name })}</span>
        <input
          type="checkbox"
          checked={chosen}
          disabled={disabled && !chosen}
          onChange={({ target }) => onChoose(target.checked)}
          className="size-5 accent-primary"
        />
      </label>
    ) : null;
  return <FoundRow member={member} before={box} />;
}

type Props = {
  members: readonly FoundMember[];
  chosen: ReadonlySet<string>;
  /** Undefined: the caller's role takes no measures. */
  onChoose: ((id: string, chosen: boolean) => void) | undefined;
  full: boolean;
};

export function FoundMembers({ members, chosen, onChoose, full }: Props) {
  return (
    <ul className="surface-card mb-5 px-4 md:px-5">
      {members.map((member) => (
        <Row
          key={member.id}
          member={member}
          chosen={chosen.has(member.id)}
          disabled={full}
          onChoose={onChoose && ((on) => onChoose(member.id, on))}
        />
      ))}
    </ul>
  );
}
