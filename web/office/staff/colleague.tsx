import { handOverItem, type QueueItem, type QueueName } from "#contract/office.ts";
import { noteLength } from "#contract/staff-members.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { focusedFirst } from "./focused-first.ts";

type Props = { queue: QueueName; id: string; onClose(): void; onDone(): void };

export function AskColleague({ queue, id, onClose, onDone }: Props) {
  const t = useTexts("staff");
  const { run, pending, failure } = useCall(handOverItem);
  return (
    <Dialog open onClose={onClose} title={t("colleague.title")}>
      <CallForm failure={failure} onSubmit={({ note = "" }) => run({ body: { queue, id, note } }, () => onDone())}>
        <TextArea
          name="note"
          label={t("colleague.note")}
          note={t("colleague.note_hint")}
          maxLength={noteLength}
          required
          ref={focusedFirst}
        />
        <Button type="submit" pending={pending}>
          {t("colleague.send")}
        </Button>
      </CallForm>
    </Dialog>
  );
}

/** Says that the decision on an item was dropped; the fields have what was written. */
export function Dropped({ item: { dropped } }: { item: QueueItem }) {
  const t = useTexts("staff");
  if (dropped === null) return null;
  const { by, words, note } = dropped;
  return (
    <div role="alert" className="border-line border-b bg-warning-tint p-4 md:px-5">
      <p>{t("colleague.dropped", { name: by })}</p>
      {words === "" && note === "" ? null : <p>{t("colleague.dropped_words")}</p>}
    </div>
  );
}

export function Handovers({ item: { handovers } }: { item: QueueItem }) {
  const t = useTexts("staff");
  const format = useFormat();
  return handovers.map(({ by, note, at }) => (
    <div key={at} className="border-line border-b bg-warning-tint p-4 md:px-5">
      <p className="font-semibold">{t("colleague.asked", { name: by })}</p>
      <p className="whitespace-pre-line break-words">{note}</p>
      <p className="text-sm">
        {format.date(at)}, {format.time(at)}
      </p>
    </div>
  ));
}
