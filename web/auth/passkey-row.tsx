import { KeyRound, Pencil, Trash2 } from "lucide-react";
import type { Passkey } from "#contract/passkeys.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";

type Props = { passkey: Passkey; host: string; onRename: () => void; onRemove: () => void };

/** One passkey: its name, its details and its actions. `host` is the host of this page. */
export function PasskeyRow({ passkey, host, onRename, onRemove }: Props) {
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
