import { ChevronDown, Globe } from "lucide-react";
import { useLocation } from "react-router";
import { putLanguage } from "#contract/account.ts";
import type { Language } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import { getVisitTracking, withTracking } from "#web/account/signup-link/tracking.ts";
import { newKey } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { languageNames } from "#web/lib/languages.ts";
import { useLive } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useScreen } from "#web/lib/screen.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";

/** The address carries the choice, and a visitor's origin. A member's is first saved. */
export function LanguageSwitcher() {
  const t = useTexts("shell");
  const current = useLanguage();
  const live = useLive();
  const { pathname, search } = useLocation();
  const address = (language: Language) => {
    const query = new URLSearchParams(search);
    query.set("locale", language);
    if (live === null) withTracking(query, getVisitTracking());
    return pathIn(language, `${pathname}?${query}`);
  };
  const { languages } = useSettings();
  if (!useScreen().languageSwitcher || languages.length < 2) return null;
  const choose = async (language: Language) => {
    // if saving fails, the address and the cookie still have the language
    await call(putLanguage, { key: newKey(), body: { language } }).catch(() => undefined);
    location.assign(address(language));
  };

  return (
    <nav aria-label={t("footer.language")}>
      <details className="language-menu">
        <summary>
          <Globe aria-hidden className="size-5 text-muted" />
          {languageNames[current]}
          <ChevronDown aria-hidden className="language-menu-sign" />
        </summary>
        <ul className="mt-2 flex max-w-xl flex-wrap gap-x-1">
          {languages.map((language) => (
            <li key={language}>
              <a
                href={address(language)}
                lang={language}
                hrefLang={language}
                rel="nofollow"
                aria-current={language === current || undefined}
                className="language-link"
                onClick={(event) => {
                  if (live === null) return;
                  event.preventDefault();
                  choose(language);
                }}
              >
                {languageNames[language]}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
