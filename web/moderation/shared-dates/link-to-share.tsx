import { Copy, Share2 } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useToast } from "#web/ui/toast.tsx";

type Props = { address: string; friend: string };

/** The link for the friend, which the member hands on: by the phone's own sheet, or copied. */
export function LinkToShare({ address, friend }: Props) {
  const t = useTexts("shared-dates");
  const toast = useToast();
  const hydrated = useHydrated();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      toast({ title: t("link.copied") });
    } catch {
      toast({ title: t("link.copy_failed"), tone: "bad" });
    }
  };
  const share = () =>
    // the member may close the phone's sheet again, which is no failure
    navigator.share({ text: t("link.share_text"), url: address }).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === "AbortError")) void copy();
    });
  return (
    <div className="mt-5">
      <TextField
        name="link"
        label={friend === "" ? t("link.label") : t("link.label_for", { friend })}
        note={t("link.note")}
        value={address}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      {/* its place is kept, so that nothing moves once the scripts run */}
      <div className={`mt-2 flex flex-wrap gap-2.5 ${hydrated ? "" : "invisible"}`}>
        <Button look="outline" onClick={() => void copy()}>
          <Copy aria-hidden className="size-5" />
          {t("button.copy")}
        </Button>
        {hydrated && "share" in navigator ? (
          <Button look="secondary" onClick={() => void share()}>
            <Share2 aria-hidden className="size-5" />
            {t("button.share")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
