import { useCallback } from "react";
import { decideSelfie, type QueuedSelfie, type selfieVerdicts, takeSelfies } from "#contract/office.ts";
import { selfieRejections } from "#contract/verification.ts";
import { newKey } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { PoseDrawing } from "#web/verification/pose-drawing.tsx";
import type { Route } from "./+types/selfie-queue.ts";
import { loadQueueLength } from "./load-queue.ts";
import { PersonLine } from "./person-line.tsx";
import { type Choice, QueuePage } from "./queue-page.tsx";
import { type After, pageSize } from "./use-queue.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return await loadQueueLength(context, "verifications");
}

/** The queue is not loaded again while staff work through it. */
export function shouldRevalidate(): boolean {
  return false;
}

/** Giving the badge is one key; each reason against it is another one. */
function useSelfieChoices() {
  const t = useTexts("staff");
  const main: Choice[] = [{ press: "a", verdict: "approved", label: t("selfie.approve"), look: "secondary" }];
  const choices = selfieRejections.map(
    (reason, at): Choice => ({ press: String(at + 1), verdict: reason, label: t(`selfie.${reason}`) }),
  );
  return { main, group: { label: t("queue.reject"), choices } };
}

/** A selfie beside the main photo, the pose that it has to show, and the other photos. */
function Selfie({ item }: { item: QueuedSelfie }) {
  const t = useTexts("staff");
  const verification = useTexts("verification");
  const { id, member, age, site, since, reports, image, pose, photos } = item;
  const [main, ...others] = photos;
  return (
    <>
      <div className="grid grid-cols-2 gap-1">
        <figure className="min-w-0">
          <img key={id} src={image} alt={t("selfie.of", { name: member.name })} className="queue-photo" />
          <figcaption className="px-3 py-1.5 text-muted text-sm">{t("selfie.title")}</figcaption>
        </figure>
        {main ? (
          <figure className="min-w-0">
            <img src={main.image} alt={t("queue.photo_of", { name: member.name })} className="queue-photo" />
            <figcaption className="px-3 py-1.5 text-muted text-sm">{t("queue.main")}</figcaption>
          </figure>
        ) : null}
      </div>
      <div className="p-4 md:p-5">
        <PersonLine member={member} age={age} site={site} since={since}>
          {reports > 0 ? <Chip tone="warning">{t("queue.open_reports", { count: reports })}</Chip> : null}
        </PersonLine>
        <div className="mt-3 flex items-center gap-4">
          <PoseDrawing pose={pose} className="w-20 shrink-0 rounded-md bg-surface" />
          <div className="min-w-0">
            <p className="text-muted text-sm">{t("selfie.pose")}</p>
            <p>{verification(`pose.${pose}`)}</p>
          </div>
        </div>
        {others.length === 0 ? null : (
          <ul className="mt-4 flex gap-2 overflow-x-auto">
            {others.map((photo) => (
              <li key={photo.image} className="shrink-0">
                <img
                  src={photo.image}
                  width={photo.width}
                  height={photo.height}
                  alt={t("queue.photo_of", { name: member.name })}
                  className="h-40 w-auto rounded-md object-contain"
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

/** D8.2: selfies of members who ask for the badge, each beside the photos that others see. */
export default function SelfieQueue({ loaderData }: Route.ComponentProps) {
  const t = useTexts("staff");
  const choices = useSelfieChoices();
  const take = useCallback((after: After) => call(takeSelfies, { body: { count: pageSize, after } }), []);
  return (
    <QueuePage
      name="verifications"
      waiting={loaderData}
      take={take}
      decide={({ id, seen }, verdict) =>
        call(decideSelfie, {
          body: { id, seen, verdict: verdict as (typeof selfieVerdicts)[number] },
          key: newKey(),
        })
      }
      choices={() => choices}
      title={({ member }) => t("selfie.of", { name: member.name })}
    >
      {(item) => <Selfie item={item} />}
    </QueuePage>
  );
}
