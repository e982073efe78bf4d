import { useEffect } from "react";
import { useNavigate } from "react-router";
import { defaultLanguage } from "#contract/constants.ts";
import { isLanguage } from "#web/lib/languages.ts";

/** The service worker asks this page to open what a push told of: without loading it anew, so that nothing typed is lost (R7.05). */
export function usePushClicks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const hear = ({ data, ports }: MessageEvent) => {
      if (data?.type !== "open" || typeof data.url !== "string") return;
      const address = URL.parse(data.url, location.origin);
      if (address?.origin !== location.origin) return;
      const [, first = "", ...rest] = address.pathname.split("/");
      const { lang } = document.documentElement;
      // another language is another page, which the worker loads then
      if ((isLanguage(first) ? first : defaultLanguage) !== lang) return;
      ports[0]?.postMessage("opened");
      // the router knows addresses without the language's prefix
      void navigate(`/${(isLanguage(first) ? rest : [first, ...rest]).join("/")}${address.search}`);
    };
    navigator.serviceWorker?.addEventListener("message", hear);
    return () => navigator.serviceWorker?.removeEventListener("message", hear);
  }, [navigate]);
}
