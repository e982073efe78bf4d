import { KeyRound, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { type Passkey, type PasskeyList, passkeyLimit } from "#contract/passkeys.ts";
import { useRootData } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import { WithoutScripts } from "#web/ui/without-scripts.tsx";
import { AddPasskey, PasskeyName } from "./add-passkey.tsx";
import { memberCalls, type PasskeyCalls } from "./passkey-calls.ts";
import { signalRevokedPasskey } from "./passkey-ceremony.ts";
import { useSupport } from "./passkey-support.ts";

type Open = { what: "add" } | { what: "rename" | "remove"; passkey: Passkey } | null;

type Props = {
  list: PasskeyList;
  calls?: PasskeyCalls;
  /** Replaces the text that explains why to use passkeys, which is for members. */
  intro?: string;
  /** The account's address is not confirmed yet: it can have no passkey. */
  unconfirmed?: boolean;
};

/** The passkeys section of the settings: explains them, lists them, and adds, renames or removes one. */
export function Passkeys({ list: first, calls = memberCalls, intro, unconfirmed = false }: Props) {
  const t = useTexts("passkeys");
  const [list, setList] = useState(first);
  const [open, setOpen] = useState<Open>(null);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<{ words: string } | null>(null);
  // after the dialog's own effect, which returned the focus to a button that may no longer exist
  const status = useFocus<HTMLParagraphElement>(result);
  const support = useSupport();
  const cannot = unconfirmed ? "confirm_first" : list.available ? support : "no_name";
  const host = new URL(useRootData()?.origin ?? "http://localhost").hostname;
  const full = list.passkeys.length >= passkeyLimit;

  const onDone = (answer: PasskeyList, words: string) => {
    setList(answer);
    setOpen(null);
    setResult({ words });
  };
  const addOrRename = t(open?.what === "rename" ? "rename_title" : "add");
  const title = open?.what === "remove" ? t("remove_title", { name: open.passkey.name }) : addOrRename;

  return (
    <>
      <p className="mb-3 text-muted">{intro ?? t("intro")}</p>
      {list.passkeys.length === 0 ? (
        <p className="mb-3">{t("none")}</p>
      ) : (
        <ul aria-label={t("list")} className="mb-3">
          {list.passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              host={host}
              onRename={() => setOpen({ what: "rename", passkey })}
              onRemove={() => setOpen({ what: "remove", passkey })}
            />
          ))}
        </ul>
      )}
      <p ref={status} tabIndex={-1} role="status" className="font-medium text-secondary-ink outline-none">
        {result?.words}
      </p>
      {cannot === "yes" && !full ? (
        <>
          <Button look="outline" className="mt-2 noscript:hidden" onClick={() => setOpen({ what: "add" })}>
            <Plus aria-hidden className="size-5" />
            {t("add")}
          </Button>
          <WithoutScripts>
            <p className="text-muted">{t("no_browser")}</p>
          </WithoutScripts>
        </>
      ) : (
        <p className="text-muted">{cannot === "yes" ? t("full", { max: passkeyLimit }) : t(cannot)}</p>
      )}
      <Dialog open={open !== null} onClose={() => setOpen(null)} title={title} locked={busy}>
        {open?.what === "add" ? (
          <AddPasskey
            list={list}
            calls={calls}
            onBusy={setBusy}
            onAdded={(answer, name) => onDone(answer, t("added_now", { name }))}
          />
        ) : null}
        {open?.what === "rename" ? (
          <RenamePasskey
            passkey={open.passkey}
            calls={calls}
            onChanged={(answer, name) => onDone(answer, t("renamed_now", { name }))}
          />
        ) : null}
        {open?.what === "remove" ? (
          <RemovePasskey
            passkey={open.passkey}
            calls={calls}
            onKeep={() => setOpen(null)}
            onChanged={(answer, name) => onDone(answer, t("removed_now", { name }))}
          />
        ) : null}
      </Dialog>
    </>
  );
}

type PasskeyRowProps = { passkey: Passkey; host: string; onRename: () => void; onRemove: () => void };

function PasskeyRow({ passkey, host, onRename, onRemove }: PasskeyRowProps) {
  const t = useTexts("passkeys");
  const format = useFormat();
  const { name, used_at: used } = passkey;
  const facts = [
    t("added", { day: format.date(passkey.created_at) }),
    used === null ? t("never_used") : t("used", { day: format.day(used) }),
    t(passkey.synced ? "synced" : "single"),
    ...(passkey.host === host ? [] : [t("host", { host: passkey.host })]),
  ];
  return (
    <li className="flex items-start gap-3 border-line border-b py-3 last:border-b-0">
      <KeyRound aria-hidden className="mt-0.5 size-5 shrink-0 text-primary-ink" />
      <div className="min-w-0 grow">
        <p className="break-words font-semibold">{name}</p>
        <ul className="text-muted text-sm">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </div>
      <div className="-me-2 -mt-2 flex shrink-0 noscript:hidden">
        <button type="button" className="icon-button" aria-label={t("rename", { name })} onClick={onRename}>
          <Pencil aria-hidden className="size-5" />
        </button>
        <button type="button" className="icon-button" aria-label={t("remove", { name })} onClick={onRemove}>
          <Trash2 aria-hidden className="size-5" />
        </button>
      </div>
    </li>
  );
}

type ChangePasskeyProps = {
  passkey: Passkey;
  calls: PasskeyCalls;
  onChanged: (list: PasskeyList, name: string) => void;
};

function RenamePasskey({ passkey, calls, onChanged }: ChangePasskeyProps) {
  const shell = useTexts("shell");
  const { run, pending, failure } = useCall(calls.rename);
  return (
    <CallForm
      failure={failure}
      onSubmit={({ name = "" }) => run({ body: { id: passkey.id, name } }, (answer) => onChanged(answer, name.trim()))}
    >
      <PasskeyName defaultValue={passkey.name} />
      <Button type="submit" wide pending={pending}>
        {shell("save")}
      </Button>
    </CallForm>
  );
}

/** Asks for confirmation before removing a passkey, because this can't be undone. Names the passkey. */
function RemovePasskey({ passkey, calls, onChanged, onKeep }: ChangePasskeyProps & { onKeep: () => void }) {
  const t = useTexts("passkeys");
  const { run, pending, failure } = useCall(calls.remove);
  return (
    <>
      <FormError failure={failure} />
      <p className="mb-5">{t("remove_text")}</p>
      <div className="flex flex-wrap gap-3">
        <Button
          look="danger"
          className="grow"
          pending={pending}
          onClick={async () => {
            const answer = await run({ body: { id: passkey.id } });
            if (!answer) return;
            await signalRevokedPasskey(passkey.host, passkey.credential_id);
            onChanged(answer, passkey.name);
          }}
        >
          {t("remove_send")}
        </Button>
        <Button look="outline" className="grow" onClick={onKeep}>
          {t("keep")}
        </Button>
      </div>
    </>
  );
}
