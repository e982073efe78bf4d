/** Says which people a niche's site is for, above the page that an advertisement leads to (D2.3). */
export function NicheLine({ line }: { line: string | undefined }) {
  return line === undefined ? null : <p className="niche-line">{line}</p>;
}
