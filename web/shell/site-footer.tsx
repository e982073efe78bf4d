import { useRootData } from "#web/lib/root-data.ts";
import { AppearanceSwitch } from "./appearance-switch.tsx";
import { Disclaimer, Particulars } from "./footer-parts.tsx";
import { LanguageSwitcher } from "./language-switcher.tsx";
import { MemberFooter } from "./member-footer.tsx";

/** Language, the pages, the company that runs the site, and the disclaimer (R2.04, R2.12); visitors choose the look. */
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
