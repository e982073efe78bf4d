import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { type Block, unblockMember } from "#contract/moderation.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import type { Fields } from "#web/lib/use-form.ts";
import { FictionalLabel } from "#web/member-parts/fictional-label.tsx";
import { SettingForm, useSettingForm } from "#web/setting-parts/setting-form.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { useFocus } from "#web/ui/use-focus.ts";

export const unblock = (call: CallFunction, { id = "" }: Fields) => call(unblockMember, { body: { id } });

function BlockedMember({ block, onLifted }: { block: Block; onLifted: (block: Block) => void }) {
  const t = useTexts("moderation");
  const format = useFormat();
  const form = useSettingForm("blocked", unblock);
  const { id, name, fictional, main_image, created_at } = block;
  return (
    <li className="border-line border-b py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-3">
        <Avatar image={main_image} />
        <div className="min-w-0 flex-1 basis-28">
          <p className="truncate font-semibold">{name}</p>
          <p className="text-muted text-sm">{t("blocked.since", { date: format.date(created_at) })}</p>
          {fictional ? <FictionalLabel className="mt-1" /> : null}
        </div>
        <SettingForm
          form={{ ...form, failure: null }}
          onSubmit={(fields) => form.submit(fields, () => onLifted(block))}
        >
          <input type="hidden" name="id" value={id} />
          <Button type="submit" look="outline" pending={form.pending} aria-label={t("blocked.lift_for", { name })}>
            {t("blocked.lift")}
          </Button>
        </SettingForm>
      </div>
      <FormError failure={form.failure} />
    </li>
  );
}

/** The members the user has blocked, with buttons to unblock them. */
export function BlockedMembers({ blocks }: { blocks: readonly Block[] }) {
  const t = useTexts("moderation");
  const [lifted, setLifted] = useState<readonly Block[]>([]);
  const unblocked = new Set(lifted.map(({ id }) => id));
  const stillBlocked = blocks.filter(({ id }) => !unblocked.has(id));
  const lastLifted = lifted.at(-1);
  // the pressed button no longer exists, so the focus moves to the status
  const status = useFocus<HTMLParagraphElement>(lastLifted);
  return (
    <>
      <p ref={status} tabIndex={-1} role="status" className="mb-3 font-medium text-secondary-ink text-sm empty:mb-0">
        {lastLifted ? t("blocked.lifted", { name: lastLifted.name }) : null}
      </p>
      {stillBlocked.length === 0 ? (
        <p className="flex items-start gap-3 text-muted">
          <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
          {t("blocked.none")}
        </p>
      ) : (
        <ul>
          {stillBlocked.map((block) => (
            <BlockedMember
              key={block.id}
              block={block}
              onLifted={(one) => setLifted((previous) => [...previous, one])}
            />
          ))}
        </ul>
      )}
    </>
  );
}
