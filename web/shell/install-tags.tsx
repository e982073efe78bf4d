import { useEffect, useState } from "react";
import { type SplashImage, splashImagesHere } from "#contract/splash-screens.ts";
import { iconPath, type Look, manifestPath, themeColours } from "#contract/web-app.ts";
import { useLanguage } from "#web/lib/texts.tsx";

type Props = { name: string; look: Look; splash: readonly SplashImage[] };

/** A shared page is the same for every device, so the device itself adds its splash images there. */
export function InstallTags({ name, look, splash }: Props) {
  const language = useLanguage();
  const [ownSplash, setOwnSplash] = useState<readonly SplashImage[]>([]);
  useEffect(() => {
    const { width, height } = screen;
    setOwnSplash(splashImagesHere(look, navigator.userAgent, { width, height, ratio: devicePixelRatio }));
  }, [look]);
  return (
    <>
      <link rel="manifest" href={manifestPath(language)} />
      <link rel="apple-touch-icon" href={iconPath(look, "apple", 180)} />
      <meta name="theme-color" content={themeColours[look.theme].surface} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={themeColours[look.theme].night} media="(prefers-color-scheme: dark)" />
      <meta name="mobile-web-app-capable" content="yes" />
      <meta name="apple-mobile-web-app-title" content={name} />
      {(splash.length > 0 ? splash : ownSplash).map(({ href, media }) => (
        <link key={href} rel="apple-touch-startup-image" media={media} href={href} />
      ))}
    </>
  );
}
