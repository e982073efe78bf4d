import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

/** Letters of other scripts in a host are written as punycode, so that no address can imitate another one. */
const punycode = /(?:^|\.)xn--/;

/** Opens before a link in a message is followed: shows the host, the whole address, and a warning. */
export default function LeaveDialog({ url, onClose }: { url: URL; onClose: () => void }) {
  const t = useTexts("chat");
  const { name: site } = useSettings();
  return (
    <Dialog open onClose={onClose} title={t("link.title", { site })}>
      <p dir="ltr" className="font-bold text-lg break-words [overflow-wrap:anywhere]">
        {url.host}
      </p>
      <p dir="ltr" className="mb-3 max-h-32 overflow-y-auto text-muted text-sm [overflow-wrap:anywhere]">
        {url.href}
      </p>
      {punycode.test(url.hostname) ? <p className="mb-3 font-semibold text-danger-ink">{t("link.encoded")}</p> : null}
      <p className="mb-5">{t("link.warning")}</p>
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={onClose}>{t("link.stay")}</Button>
        <a
          href={url.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          referrerPolicy="no-referrer"
          className="button button-outline"
          onClick={onClose}
        >
          {t("link.open")}
        </a>
      </div>
    </Dialog>
  );
}
