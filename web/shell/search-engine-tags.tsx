import { useLocation } from "react-router";
import { fallbackLanguage, homeCountries, pathIn } from "#contract/languages.ts";
import { canonicalOrigin, canonicalPath, mayBeListed, previewPath, previewSize } from "#contract/public-pages.ts";
import { useRootData } from "#web/lib/root-data.ts";
import { useLanguage } from "#web/lib/texts.tsx";

/** Visitors' pages only: D10.3, the canonical address, other languages, and the site's picture. */
export function SearchEngineTags() {
  const root = useRootData();
  const language = useLanguage();
  const { pathname } = useLocation();
  // without the site's settings this is an error page, and its status keeps it out of search engines
  if (root === undefined || root.user !== null) return null;
  const { settings } = root;
  const path = canonicalPath(pathname);
  const origin = canonicalOrigin(root.origin, settings.domain);
  const address = origin + pathIn(language, path);
  return (
    <>
      {mayBeListed(pathname, settings.search_engines) ? null : <meta name="robots" content="noindex" />}
      <link rel="canonical" href={address} />
      {settings.languages.map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={origin + pathIn(other, path)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={origin + pathIn(fallbackLanguage(settings.languages), path)} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={settings.name} />
      <meta property="og:locale" content={`${language}_${homeCountries[language]}`} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={origin + previewPath(language)} />
      <meta property="og:image:width" content={String(previewSize.width)} />
      <meta property="og:image:height" content={String(previewSize.height)} />
      <meta property="og:image:alt" content={settings.name} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
