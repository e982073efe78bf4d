import { ChevronDown } from "lucide-react";
import { Link } from "react-router";
import { textPages } from "#contract/public-pages.ts";
import { useRootData } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { AppearanceSwitch } from "./appearance-switch.tsx";
import { Disclaimer, Particulars } from "./footer-parts.tsx";
import { LanguageSwitcher } from "./language-switcher.tsx";

/** R2.04, R2.12 */
export function SiteFooter() {
  const root = useRootData();
  if (root === undefined) return null;
  return (
    <footer className="mt-16 border-line border-t bg-card">
      {root.user === null ? (
        <div className="container py-8">
          <div className="flex flex-wrap items-start justify-between gap-4">
            <LanguageSwitcher />
            <AppearanceSwitch />
          </div>
          <Particulars disclaimer={<Disclaimer className="text-sm" />} />
        </div>
      ) : (
        <MemberFooter />
      )}
    </footer>
  );
}

/** One line; "Legal" opens the rest. The law wants the withdrawal prominent (Directive 2011/83/EU, article 11a). */
function MemberFooter() {
  const t = useTexts("shell");
  return (
    <div className="container py-3">
      <div className="member-footer">
        <Link to={textPages.faq} className="footer-link">
          {t("footer.help")}
        </Link>
        <Link to="/withdrawal" className="footer-link">
          {t("footer.withdraw")}
        </Link>
        <LanguageSwitcher />
        <details className="footer-more">
          <summary className="footer-link">
            {t("footer.legal")}
            <ChevronDown aria-hidden className="footer-more-sign" />
          </summary>
          <Particulars />
        </details>
      </div>
      <Disclaimer className="mt-1 text-xs" />
    </div>
  );
}
