import { useNavigate } from "react-router";
import { defaultLanguage } from "#contract/constants.ts";
import { isLanguage } from "#contract/languages.ts";
import { useListen } from "#web/lib/use-listen.ts";

function onWorkerMessage(listener: (event: MessageEvent) => void): () => void {
  navigator.serviceWorker?.addEventListener("message", listener);
  return () => navigator.serviceWorker?.removeEventListener("message", listener);
}

/** Opens a page when the service worker asks for it. Nothing is reloaded, so nothing typed is lost. */
export function usePushClicks(): void {
  const navigate = useNavigate();
  useListen(onWorkerMessage, ({ data, ports }) => {
    if (data?.type !== "open" || typeof data.url !== "string") return;
    const address = URL.parse(data.url, location.origin);
    if (address?.origin !== location.origin) return;
    const [, first = "", ...rest] = address.pathname.split("/");
    const { lang } = document.documentElement;
    // an address in another language needs a page load, which the worker does
    if ((isLanguage(first) ? first : defaultLanguage) !== lang) return;
    ports[0]?.postMessage("opened");
    // the router's paths have no language prefix
    void navigate(`/${(isLanguage(first) ? rest : [first, ...rest]).join("/")}${address.search}`);
  });
}
