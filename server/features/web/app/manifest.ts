import type { Language } from "#contract/constants.ts";
import { pathIn } from "#contract/languages.ts";
import { type IconPurpose, iconPath, iconSizes, type Look, themeColours } from "#contract/web-app.ts";
import type { Site } from "#server/site.ts";
import type { Texts } from "#server/texts.ts";

/** The screens in the menu that opens by a long press on the app's icon. */
const shortcuts = [
  { text: "navigation:messages", path: "/chats" },
  { text: "navigation:likes", path: "/likes" },
  { text: "navigation:account.swipe", path: "/swipe-game" },
] as const;

/** The maximum length of a name below an icon. Devices cut longer ones. */
const shortNameLength = 12;

const icons = (look: Look, purpose: Exclude<IconPurpose, "apple">) =>
  iconSizes[purpose].map((size) => ({
    src: iconPath(look, purpose, size),
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  }));

/** R2.29 (https://www.w3.org/TR/appmanifest/). One `id` in all languages, so that a change offers no second app. */
export function manifestOf({ settings }: Pick<Site, "settings">, language: Language, texts: Texts): object {
  const { name, description, theme } = settings;
  const colours = themeColours[theme];
  return {
    id: "/",
    name,
    short_name: name.length > shortNameLength ? (name.split(" ")[0] ?? name) : name,
    description,
    lang: language,
    dir: "ltr",
    start_url: pathIn(language, "/members"),
    scope: "/",
    display: "standalone",
    background_color: colours.surface,
    theme_color: colours.surface,
    categories: ["social", "lifestyle"],
    icons: [...icons(settings, "any"), ...icons(settings, "maskable")],
    shortcuts: shortcuts.map(({ text, path }) => ({
      name: texts.t(language, text),
      url: pathIn(language, path),
      icons: icons(settings, "any").slice(0, 1),
    })),
  };
}
