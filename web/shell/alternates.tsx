import { useLocation } from "react-router";
import { fallbackLanguage, pathIn } from "#contract/languages.ts";
import { useRootData } from "#web/lib/root-data.ts";
import { useLanguage } from "#web/lib/texts.tsx";

/**
 * The page's canonical address, and its addresses in the other languages (D1.4). They are for search engines, so only
 * visitors get them.
 */
export function Alternates() {
  const root = useRootData();
  const language = useLanguage();
  const { pathname } = useLocation();
  if (root === undefined || root.user !== null) return null;
  const { languages } = root.settings;
  return (
    <>
      <link rel="canonical" href={root.origin + pathIn(language, pathname)} />
      {languages.map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={root.origin + pathIn(other, pathname)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={root.origin + pathIn(fallbackLanguage(languages), pathname)} />
    </>
  );
}
