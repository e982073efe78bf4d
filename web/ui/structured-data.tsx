/** A thing in the words of https://schema.org, which search engines read. */
export type Thing = { "@type": string; [property: string]: unknown };

/** Facts of a page as JSON-LD. It is data, not a script: nothing in it is run. */
export function StructuredData({ thing }: { thing: Thing }) {
  // no text in it can end the element
  const json = JSON.stringify({ "@context": "https://schema.org", ...thing }).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React would write the quotes of JSON as entities
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
