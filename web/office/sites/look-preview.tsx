import { fonts, themes } from "#contract/sites.ts";
import { sign, themeColours } from "#contract/web-app.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Fields } from "#web/lib/use-form.ts";
import { textOf } from "./setting-value.ts";

type Props = {
  settings: Parameters<typeof textOf>[0];
  typed: Fields;
  /** The domain, if it is not among the settings. */
  domain?: string;
};

const pathOf = (logo: string) => (/^[Mm][MmLlHhVvCcSsQqTtAaZz\d\s,.eE+-]*$/.test(logo) ? logo : "");

const families = { figtree: undefined, system: "system-ui, sans-serif", serif: "ui-serif, Georgia, serif" };

type HeaderProps = { theme: string; font: string; logo: string; name: string; dark: boolean };

/** A page's header in the palette's colours: the colours are attributes, because no style may be in the markup. */
function Header({ theme, font, logo, name, dark }: HeaderProps) {
  const t = useTexts("staff-sites");
  const palette = themeColours[themes.find((each) => each === theme) ?? "rose"];
  const path = pathOf(logo);
  const fontFamily = families[fonts.find((each) => each === font) ?? "figtree"];
  const ink = dark ? "#ffffff" : "#221a1e";
  return (
    <svg
      viewBox="0 0 320 84"
      role="img"
      aria-label={t(dark ? "preview.dark" : "preview.light")}
      className="w-full"
      fontFamily={fontFamily}
    >
      <rect width="320" height="84" rx="10" fill={dark ? palette.night : palette.surface} />
      <svg x="14" y="24" width="36" height="36" viewBox={`0 0 ${sign.size} ${sign.size}`} aria-hidden="true">
        {path === "" ? (
          sign.circles.map(({ colour, opacity, ...circle }) => (
            <circle key={colour} {...circle} fill={palette[colour]} fillOpacity={opacity} />
          ))
        ) : (
          <path d={path} fill={palette.primary} />
        )}
      </svg>
      <text x="60" y="49" fontSize="19" fontWeight="700" fill={ink}>
        {name.slice(0, 12)}
      </text>
      <rect x="198" y="24" width="108" height="36" rx="18" fill={palette.primary} />
      <text x="252" y="47" fontSize="14" fontWeight="600" textAnchor="middle" fill="#ffffff">
        {t("preview.button")}
      </text>
    </svg>
  );
}

/** The preview of a site's look, from what is typed, else from the settings. */
export function LookPreview({ settings, typed, domain }: Props) {
  const t = useTexts("staff-sites");
  const text = (name: string) => textOf(settings, typed, name);
  const header = { theme: text("theme"), font: text("font"), logo: text("logo"), name: text("name") };
  return (
    <figure className="mb-5 rounded-md border border-line p-3">
      <figcaption className="mb-2 font-semibold text-sm">{t("preview.title")}</figcaption>
      <div className="mb-3 grid gap-3 sm:grid-cols-2">
        <Header {...header} dark={false} />
        <Header {...header} dark />
      </div>
      <p className="break-words text-muted text-xs">{domain ?? text("domain")}</p>
      <p className="break-words font-semibold">{text("index_title") || header.name}</p>
      <p className="break-words text-muted text-sm">{text("description")}</p>
    </figure>
  );
}
