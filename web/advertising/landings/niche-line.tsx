/** Says which people a niche's site is for, above the page that an advertisement leads to (D2.3). */
export function NicheLine({ line }: { line: string | undefined }) {
  return line === undefined ? null : (
    <p className="bg-tint px-4 py-2 text-center font-semibold text-primary-ink text-sm">{line}</p>
  );
}
