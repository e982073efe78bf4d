/** An object in the vocabulary of https://schema.org, for search engines. */
export type Thing = { "@type": string; [property: string]: unknown };

/** The facts of a page as JSON-LD. Browsers do not run it. */
export function StructuredData({ thing }: { thing: Thing }) {
  // escapes `<`, so that no text in it can end the element
  const json = JSON.stringify({ "@context": "https://schema.org", ...thing }).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React would write the quotes of JSON as entities
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
