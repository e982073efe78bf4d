import { useRootData } from "#web/lib/root-data.ts";

/** The site's logo and name; the name is the site's own, never the product's. */
export function Brand() {
  const name = useRootData()?.settings.name;
  return (
    <span className="flex min-w-0 max-w-full items-center gap-2.5 font-extrabold text-ink text-xl tracking-tight">
      <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
        <circle cx="12" cy="16" r="10" className="fill-primary" />
        <circle cx="20" cy="16" r="10" className="fill-secondary opacity-75" />
      </svg>
      <span className="brand-name">{name}</span>
    </span>
  );
}
