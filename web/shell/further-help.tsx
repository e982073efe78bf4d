import { useLocation } from "react-router";
import { pathIn } from "#contract/languages.ts";
import { useFrame } from "#web/lib/root-data.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";

/**
 * Leads home, to a person, and to what works now; from a page that does not exist to the members instead. The subject
 * of the mail tells support which page failed, and how. The links load their pages anew: what failed may be this page's
 * scripts.
 */
export default function FurtherHelp({ status }: { status: number }) {
  const t = useTexts("shell");
  const language = useLanguage();
  const { pathname } = useLocation();
  const email = useFrame()?.settings.support_email ?? "";
  return (
    <p className="mt-6 flex flex-wrap justify-center gap-x-6">
      {status === 404 ? null : (
        <a className="link inline-block py-2.5" href={pathIn(language, "/")}>
          {t("error.home")}
        </a>
      )}
      <a className="link inline-block py-2.5" href={pathIn(language, status === 404 ? "/members" : "/status")}>
        {t(status === 404 ? "nav.members" : "error.status")}
      </a>
      {email === "" ? null : (
        <a
          className="link inline-block py-2.5"
          href={`mailto:${email}?subject=${encodeURIComponent(`${status} ${pathname}`)}`}
        >
          {t("error.write")}
        </a>
      )}
    </p>
  );
}
