import type { ReactNode } from "react";
import { pathIn } from "#contract/languages.ts";
import { rich, useLanguage, useTexts } from "#web/lib/texts.tsx";

/** What the user agrees to, shown before the button. The pages open in a new tab, so that nothing typed is lost. */
export function Agreement({ className }: { className: string }) {
  const t = useTexts("account");
  const language = useLanguage();
  const linkInNewTab =
    (path: string) =>
    (words: string): ReactNode => (
      <a className="link" href={pathIn(language, path)} target="_blank" rel="noreferrer">
        {words}
      </a>
    );
  return (
    <p className={`mb-4 text-muted text-sm ${className}`}>
      {rich(t("signup.agree"), { terms: linkInNewTab("/pages/terms"), privacy: linkInNewTab("/pages/privacy") })}
    </p>
  );
}
