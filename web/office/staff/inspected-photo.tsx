import { useEffect } from "react";
import type { QueuedPhoto } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { PersonLine } from "./person-line.tsx";

/** Loads pictures before they are shown. */
function usePreload(addresses: readonly string[]): void {
  const list = addresses.join("\n");
  useEffect(() => {
    for (const address of list.split("\n").filter((line) => line !== "")) new Image().src = address;
  }, [list]);
}

/** The photo of another member that the one above looks like: one of the two may be stolen. */
function Original({ original: { member, image } }: { original: NonNullable<QueuedPhoto["original"]> }) {
  const t = useTexts("staff");
  return (
    <figure className="border-line border-t">
      <figcaption className="flex flex-wrap items-center gap-x-3 gap-y-1.5 p-4 md:px-5">
        <span className="font-semibold">{t("queue.original", { name: member.name })}</span>
        <MemberLabel member={{ fictional: member.fictional, automatic: false }} />
      </figcaption>
      <img key={image} src={image} alt={t("queue.photo_of", { name: member.name })} className="queue-photo" />
    </figure>
  );
}

export function InspectedPhoto({ item: photo, next }: { item: QueuedPhoto; next: readonly QueuedPhoto[] }) {
  const t = useTexts("staff");
  usePreload(next.flatMap(({ image, original }) => (original ? [image, original.image] : [image])));
  const { member, age, site, since, caption, suspicions, original } = photo;
  return (
    <>
      <img
        key={photo.id}
        src={photo.image}
        width={photo.width}
        height={photo.height}
        alt={t("queue.photo_of", { name: member.name })}
        className="queue-photo"
      />
      <div className="p-4 md:p-5">
        <PersonLine member={member} age={age} site={site} since={since}>
          {photo.main ? <Chip tone="tint">{t("queue.main")}</Chip> : null}
          {suspicions.map((kind) => (
            <Chip key={kind} tone="warning">
              {t(`suspicion.${kind}`)}
            </Chip>
          ))}
          {photo.reports > 0 ? <Chip tone="warning">{t("queue.open_reports", { count: photo.reports })}</Chip> : null}
        </PersonLine>
        {caption === "" ? null : <p className="mt-2 break-words">{caption}</p>}
      </div>
      {original === null ? null : <Original original={original} />}
    </>
  );
}
