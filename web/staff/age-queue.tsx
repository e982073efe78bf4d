import { useCallback } from "react";
import { documentRejections } from "#contract/age.ts";
import { decideDocument, type documentVerdicts, type QueuedDocument, takeDocuments } from "#contract/office.ts";
import { newKey } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { Chip } from "#web/ui/chip.tsx";
import type { Route } from "./+types/age-queue.ts";
import { loadQueueLength } from "./load-queue.ts";
import { PersonLine } from "./person-line.tsx";
import { type Choice, QueuePage } from "./queue-page.tsx";
import { type After, pageSize } from "./use-queue.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return await loadQueueLength(context, "ages");
}

/** The queue is not loaded again while staff work through it. */
export function shouldRevalidate(): boolean {
  return false;
}

function useDocumentChoices() {
  const t = useTexts("staff");
  const main: Choice[] = [{ press: "a", verdict: "approved", label: t("document.approve"), look: "secondary" }];
  const choices = documentRejections.map(
    (reason, at): Choice => ({
      press: String(at + 1),
      verdict: reason,
      label: t(`document.${reason}`),
      // the only one that bans
      look: reason === "underage" ? "danger" : "outline",
    }),
  );
  return { main, group: { label: t("queue.reject"), choices } };
}

/** A document, below the birth date and beside the main photo that it has to agree with. */
function Document({ item }: { item: QueuedDocument }) {
  const t = useTexts("staff");
  const format = useFormat();
  const { id, member, age, site, since, reports, image, date_of_birth: born, photo } = item;
  return (
    <>
      <div className="p-4 md:p-5">
        <PersonLine member={member} age={age} site={site} since={since}>
          {reports > 0 ? <Chip tone="warning">{t("queue.open_reports", { count: reports })}</Chip> : null}
        </PersonLine>
        <p className="mt-2 text-muted text-sm">{t("document.birth_date")}</p>
        <p className="font-semibold text-lg">{format.date(`${born}T12:00:00Z`)}</p>
      </div>
      <div className={photo === null ? "" : "grid grid-cols-2 gap-1"}>
        <img key={id} src={image} alt={t("document.of", { name: member.name })} className="queue-photo" />
        {photo === null ? null : (
          <img src={photo} alt={t("queue.photo_of", { name: member.name })} className="queue-photo" />
        )}
      </div>
    </>
  );
}

/** D11.6: documents of members who prove that they are adults. */
export default function AgeQueue({ loaderData }: Route.ComponentProps) {
  const t = useTexts("staff");
  const choices = useDocumentChoices();
  const take = useCallback((after: After) => call(takeDocuments, { body: { count: pageSize, after } }), []);
  return (
    <QueuePage
      name="ages"
      waiting={loaderData}
      take={take}
      decide={({ id }, verdict) =>
        call(decideDocument, { body: { id, verdict: verdict as (typeof documentVerdicts)[number] }, key: newKey() })
      }
      choices={() => choices}
      title={({ member }) => t("document.of", { name: member.name })}
    >
      {(item) => <Document item={item} />}
    </QueuePage>
  );
}
