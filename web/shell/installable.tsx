import { iconPath, manifestPath, splashPath, splashScreens, type Theme, themeColours } from "#contract/web-app.ts";
import { useLanguage } from "#web/lib/texts.tsx";

type Props = {
  name: string;
  theme: Theme;
  /** The device is an iPhone or iPad, or a Mac that may be an iPad. */
  apple: boolean;
};

/** What a browser needs to install the site: manifest, icons, and splash images for iPhones and iPads (R2.15, R2.29). */
export function Installable({ name, theme, apple }: Props) {
  const language = useLanguage();
  return (
    <>
      <link rel="manifest" href={manifestPath(language)} />
      <link rel="apple-touch-icon" href={iconPath(theme, "apple", 180)} />
      <meta name="theme-color" content={themeColours[theme].surface} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={themeColours[theme].night} media="(prefers-color-scheme: dark)" />
      <meta name="mobile-web-app-capable" content="yes" />
      <meta name="apple-mobile-web-app-title" content={name} />
      {apple ? <SplashImages theme={theme} /> : null}
    </>
  );
}

function SplashImages({ theme }: { theme: Theme }) {
  return splashScreens.flatMap((screen) =>
    (["portrait", "landscape"] as const).map((orientation) => {
      const { width, height, ratio } = screen;
      const size = `(device-width: ${width}px) and (device-height: ${height}px)`;
      const media = `screen and ${size} and (-webkit-device-pixel-ratio: ${ratio}) and (orientation: ${orientation})`;
      const path = splashPath(theme, screen, orientation);
      return <link key={path} rel="apple-touch-startup-image" media={media} href={path} />;
    }),
  );
}
