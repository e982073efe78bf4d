import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import type { QueuedDocument, QueuedIntroduction, QueuedPhoto, QueuedSelfie } from "#contract/office.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { PoseDrawing } from "#web/profiles/verification/pose-drawing.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { PersonLine, StatusChip } from "./person-line.tsx";
import { QueuePhoto } from "./queue-photo.tsx";
import { Sound } from "./reported-message.tsx";

function Member({ item: { member, age, site, since, reports } }: { item: QueuedSelfie | QueuedDocument }) {
  return (
    <PersonLine member={member} age={age} site={site} since={since}>
      <OpenReports member={member.id} count={reports} />
    </PersonLine>
  );
}

/** Leads to the open reports about a member, or says that there are none. */
function OpenReports({ member, count }: { member: string; count: number }) {
  const t = useTexts("staff");
  if (count === 0) return <span className="text-muted text-sm">{t("queue.no_reports")}</span>;
  return (
    <Link to={`/staff/queue/reports?item=${member}`} className="link inline-block py-1.5 font-semibold text-sm">
      {t("queue.open_reports", { count })}
    </Link>
  );
}

/** A selfie beside the main photo, below who it is and the pose that it has to show; then the other photos. */
export function Selfie({ item }: { item: QueuedSelfie }) {
  const t = useTexts("staff");
  const verification = useTexts("verification");
  const { id, member, image, pose, photos, facts } = item;
  const [main, ...others] = photos;
  return (
    <div className="queue-selfies">
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 px-4 py-2 md:px-5">
        <div className="min-w-0 flex-1 basis-72">
          <Member item={item} />
          <About facts={facts} />
        </div>
        <div className="flex min-w-0 items-center gap-3 rounded-md bg-tint p-2 pe-4">
          <PoseDrawing pose={pose} className="w-14 shrink-0 rounded-sm bg-surface" />
          <div className="min-w-0">
            <p className="text-muted text-sm">{t("selfie.pose")}</p>
            <p className="font-semibold">{verification(`pose.${pose}`)}</p>
          </div>
        </div>
      </div>
      <div className="grid grid-cols-2 gap-1">
        <figure className="min-w-0">
          <QueuePhoto key={id} src={image} alt={t("selfie.of", { name: member.name })} />
          <figcaption className="px-3 py-1 text-muted text-sm">{t("selfie.title")}</figcaption>
        </figure>
        {main ? (
          <figure className="min-w-0">
            <QueuePhoto key={main.image} src={main.image} alt={t("queue.photo_of", { name: member.name })} />
            <figcaption className="px-3 py-1 text-muted text-sm">{t("queue.main")}</figcaption>
          </figure>
        ) : null}
      </div>
      {others.length === 0 ? null : (
        <ul className="grid grid-cols-2 gap-1">
          {others.map((photo) => (
            <li key={photo.image} className="min-w-0">
              <img
                src={photo.image}
                width={photo.width}
                height={photo.height}
                alt={t("queue.photo_of", { name: member.name })}
                className="h-auto max-h-[70dvh] w-full bg-surface object-contain"
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A document, below the birth date and beside the main photo that it has to agree with. */
export function Document({ item }: { item: QueuedDocument }) {
  const t = useTexts("staff");
  const format = useFormat();
  const { id, member, image, date_of_birth: born, photo } = item;
  return (
    <>
      <div className="p-4 md:p-5">
        <Member item={item} />
        <p className="mt-2 text-muted text-sm">{t("document.birth_date")}</p>
        <p className="font-semibold text-lg">{format.calendarDay(born)}</p>
      </div>
      <div className={photo === null ? "" : "grid grid-cols-2 gap-1"}>
        <QueuePhoto key={id} src={image} alt={t("document.of", { name: member.name })} />
        {photo === null ? null : (
          <QueuePhoto key={photo} src={photo} alt={t("queue.photo_of", { name: member.name })} />
        )}
      </div>
    </>
  );
}

function usePreload(addresses: readonly string[]): void {
  const list = addresses.join("\n");
  useEffect(() => {
    for (const address of list.split("\n").filter((line) => line !== "")) new Image().src = address;
  }, [list]);
}

/** Since when a member is here, where they live, and whether they are verified: of two alike, who is the copy? */
function About({ facts, children }: Pick<QueuedPhoto, "facts"> & { children?: ReactNode }) {
  const { joined, town, country, verified } = facts;
  const t = useTexts("staff");
  const file = useTexts("staff-members");
  const format = useFormat();
  const home = [town, format.country(country)].filter(Boolean).join(", ");
  return (
    <p className="mt-1 text-muted text-sm">
      {file("fact.joined")}: {format.date(joined)} · {home} · {t(verified ? "queue.verified" : "queue.not_verified")}
      {children}
    </p>
  );
}

/** The photo of another member that the one under inspection looks like: one of the two may be stolen. */
function Original({ original: { member, facts, image } }: { original: NonNullable<QueuedPhoto["original"]> }) {
  const t = useTexts("staff");
  return (
    <figure className={column}>
      <figcaption className="px-3 py-2 sm:px-4 md:px-5">
        <span className="text-muted text-sm">{t("queue.original", { name: member.name })}</span>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Link to={`/staff/members/${member.id}`} className="link inline-block py-1.5 font-semibold">
            {member.name}
          </Link>
          <MemberLabel member={{ fictional: member.fictional, automatic: false }} />
        </p>
        <About facts={facts} />
      </figcaption>
      <div>
        <QueuePhoto key={image} src={image} alt={t("queue.photo_of", { name: member.name })} />
      </div>
    </figure>
  );
}

/** A voice introduction under inspection. */
export function InspectedIntroduction({ item }: { item: QueuedIntroduction }) {
  const t = useTexts("staff");
  const { id, member, age, status, site, since, sound, reports, facts } = item;
  return (
    <div className="p-4 md:p-5">
      <PersonLine member={member} age={age} site={site} since={since}>
        {status === "active" ? null : <StatusChip status={status} />}
        <OpenReports member={member.id} count={reports} />
      </PersonLine>
      <About facts={facts} />
      <Sound key={id} source={sound} label={t("queue.introduction_of", { name: member.name })} preload="metadata" />
    </div>
  );
}

/** Who it is, above the picture; those beside each other begin their pictures at the same height. */
const column = "row-span-2 grid min-w-0 grid-rows-subgrid";

/** Whose a photo is, and why it waits. */
function PhotoOwner({ item: photo }: { item: QueuedPhoto }) {
  const t = useTexts("staff");
  const { member, age, status, site, since, caption, suspicions, reports, original } = photo;
  const isAlone = !photo.main && photo.main_photo === null && original === null;
  return (
    <div className="px-3 py-2 sm:px-4 md:px-5">
      <PersonLine member={member} age={age} site={site} since={since}>
        {status === "active" ? null : <StatusChip status={status} />}
        {photo.main ? <Chip tone="tint">{t("queue.main")}</Chip> : null}
        {suspicions.map((kind) => (
          <Chip key={kind} tone="warning">
            {t(`suspicion.${kind}`)}
          </Chip>
        ))}
        <OpenReports member={member.id} count={reports} />
      </PersonLine>
      <About facts={photo.facts}>{isAlone ? ` · ${t("queue.no_main")}` : null}</About>
      {caption === "" ? null : <p className="mt-1 break-words">{caption}</p>}
    </div>
  );
}

/** A photo, below whose it is; beside it the one that it looks like, or a smaller main photo of the same member. */
export function InspectedPhoto({ item: photo, next }: { item: QueuedPhoto; next: readonly QueuedPhoto[] }) {
  const t = useTexts("staff");
  usePreload(
    next.flatMap(({ image, original, main_photo: main }) =>
      [image, original?.image ?? main].flatMap((each) => each ?? []),
    ),
  );
  const { id, member, image, width, height, original, main_photo: main } = photo;
  const alt = t("queue.photo_of", { name: member.name });
  const picture = <QueuePhoto key={id} src={image} width={width} height={height} alt={alt} />;
  if (original !== null) {
    return (
      <div className="queue-alike grid grid-rows-[auto_auto] gap-x-1 min-[22rem]:grid-cols-2">
        <div className={column}>
          <PhotoOwner item={photo} />
          <div>{picture}</div>
        </div>
        <Original original={original} />
      </div>
    );
  }
  return (
    <>
      <PhotoOwner item={photo} />
      {main ? (
        <div className="queue-beside">
          <div className="min-w-0">{picture}</div>
          <figure className="min-w-0">
            <QueuePhoto key={main} src={main} alt={t("queue.main")} />
            <figcaption aria-hidden className="px-2 py-1 text-muted text-sm">
              {t("queue.main")}
            </figcaption>
          </figure>
        </div>
      ) : (
        picture
      )}
    </>
  );
}
