import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type Passkey, type PasskeyList, passkeyLimit } from "#contract/passkeys.ts";
import { useRootData } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { WithoutScripts } from "#web/ui/without-scripts.tsx";
import { AddPasskey } from "./add-passkey.tsx";
import { RemovePasskey, RenamePasskey } from "./change-passkey.tsx";
import { memberCalls, type PasskeyCalls } from "./passkey-calls.ts";
import { PasskeyRow } from "./passkey-row.tsx";
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
  const status = useRef<HTMLParagraphElement>(null);
  const support = useSupport();
  const cannot = unconfirmed ? "confirm_first" : list.available ? support : "no_name";
  const host = new URL(useRootData()?.origin ?? "http://localhost").hostname;
  const full = list.passkeys.length >= passkeyLimit;

  useEffect(() => {
    // runs after the dialog's own effect, which returned the focus to a button that may no longer exist
    if (result !== null) status.current?.focus();
  }, [result]);
  const createOnDone = (words: string) => (answer: PasskeyList) => {
    setList(answer);
    setOpen(null);
    setResult({ words });
  };
  const addOrRename = t(open?.what === "rename" ? "rename_title" : "add_title");
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
            onAdded={(answer, name) => createOnDone(t("added_now", { name }))(answer)}
          />
        ) : null}
        {open?.what === "rename" ? (
          <RenamePasskey
            passkey={open.passkey}
            calls={calls}
            onChanged={(answer, name) => createOnDone(t("renamed_now", { name }))(answer)}
          />
        ) : null}
        {open?.what === "remove" ? (
          <RemovePasskey
            passkey={open.passkey}
            calls={calls}
            onKeep={() => setOpen(null)}
            onChanged={(answer, name) => createOnDone(t("removed_now", { name }))(answer)}
          />
        ) : null}
      </Dialog>
    </>
  );
}
