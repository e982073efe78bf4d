import { UserRound } from "lucide-react";
import type { Card } from "#contract/profiles.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { MemberNote } from "#web/member-parts/member-note.tsx";
import { Photo } from "#web/ui/photo.tsx";

/** The member the signup is for, if a visitor may see them, with the label that says who answers. */
export function Teaser({ member, children }: { member: Card; children?: string }) {
  const { name, age, main_image } = member;
  const place = member.city || member.region_name;
  return (
    <div className="mb-5 flex items-center gap-4 rounded-lg border border-line bg-card p-3">
      <span className="w-20 shrink-0 overflow-hidden rounded-md">
        {main_image === null ? (
          <span className="photo no-photo">
            <UserRound aria-hidden />
          </span>
        ) : (
          <Photo image={main_image} alt="" sizes="80px" eager className="aspect-4/5" />
        )}
      </span>
      <div className="min-w-0">
        <p className="text-lg leading-tight">
          <strong dir="auto">{name}</strong>, {age}
        </p>
        {place === "" ? null : <p className="text-muted text-sm">{place}</p>}
        {children === undefined ? null : <p className="mt-1">{children}</p>}
        <MemberNote member={member} className="mt-1.5" />
      </div>
    </div>
  );
}

/** The same, with what it takes to see the whole profile. */
export function TeaserToSee({ member }: { member: Card }) {
  const t = useTexts("account");
  const { age_assurance: proof } = useSettings();
  const key = proof === "required" ? "signup.to_see_proof" : "signup.to_see";
  return <Teaser member={member}>{t(key, { name: member.name })}</Teaser>;
}
