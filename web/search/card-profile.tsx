import type { ReactNode } from "react";
import type { Card } from "#contract/profiles.ts";
import { CardPhoto, MarksBelow, useFormatPlace } from "#web/member-parts/member-card.tsx";
import { MemberLabel } from "#web/member-parts/member-label.tsx";

/** What a card says of a member, laid out as their page is. */
export function CardProfile({ member, children }: { member: Card; children?: ReactNode }) {
  const place = useFormatPlace()(member);
  return (
    <div className="md:grid md:grid-cols-12 md:gap-8">
      <div className="relative -mx-4 overflow-hidden sm:-mx-3 md:col-span-5 md:mx-0 md:rounded-xl">
        <CardPhoto
          image={member.main_image}
          sizes="(min-width: 1200px) 450px, (min-width: 768px) 42vw, 100vw"
          eager="first"
          className="profile-photo shared-photo"
          none="profile-photo"
        />
        <span className="card-marks">
          <MemberLabel member={member} className="text-sm" />
        </span>
        <MarksBelow member={member} />
      </div>
      <div className="pt-3 md:col-span-7 md:pt-1">
        <h1 className="min-w-0 text-2xl leading-11 md:text-4xl md:leading-tight">
          <bdi>{member.name}</bdi>, {member.age}
        </h1>
        {place === "" ? null : <p className="text-muted md:mt-2">{place}</p>}
        {children}
      </div>
    </div>
  );
}
