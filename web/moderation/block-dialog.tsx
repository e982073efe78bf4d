import { Ban, Flag } from "lucide-react";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { type Blockable, useBlockCall } from "./use-block-call.ts";
import { useBlockEnds } from "./what-a-block-ends.ts";

/** Tells the user what this block does before they confirm, as it can't be undone. */
export function BlockEffects({ name }: { name: string }) {
  const t = useTexts("moderation");
  const { answer_days: promised } = useSettings();
  const { chat, waits } = useBlockEnds();
  return (
    <>
      <ul className="mb-4 flex list-disc flex-col gap-2 ps-5">
        <li>{t(chat ? "block.deleted" : "block.deleted_likes", { name })}</li>
        <li>{t("block.hidden", { name })}</li>
        <li>{t("block.told", { name })}</li>
        {promised === 0 || !waits ? null : <li>{t("block.promise")}</li>}
      </ul>
      <p className="mb-5 text-muted">{t("block.done_text")}</p>
      {chat ? <p className="-mt-3 mb-5 text-muted">{t("block.copy")}</p> : null}
    </>
  );
}

type Props = { member: Blockable; next: string | undefined; onClose: () => void; onReport: () => void };

/** Asks for confirmation before blocking, as a block can't be undone. */
export default function BlockDialog({ member, next, onClose, onReport }: Props) {
  const t = useTexts("moderation");
  const shell = useTexts("shell");
  const { block, pending, failure } = useBlockCall(member, next);
  const { name } = member;
  return (
    <Dialog open hasEntry onClose={onClose} title={t("block.title", { name })} locked={pending}>
      <BlockEffects name={name} />
      <FormError failure={failure} />
      <div className="flex flex-col gap-2.5">
        <Button look="danger" wide pending={pending} onClick={() => void block()}>
          <Ban aria-hidden className="size-5 shrink-0" />
          {t("block.do", { name })}
        </Button>
        <Button look="outline" wide disabled={pending} onClick={onReport}>
          <Flag aria-hidden className="size-5 shrink-0" />
          {t("block.report_first")}
        </Button>
        <Button look="quiet" wide onClick={onClose}>
          {shell("cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
