import { type SplashImage, splashImagesHere } from "#contract/splash-screens.ts";
import { iconPath, type Look, manifestPath, themeColours } from "#contract/web-app.ts";
import { type Mode, mediaOf } from "#web/lib/appearance.ts";
import { useLanguage } from "#web/lib/texts.tsx";
import { useHydrated } from "#web/lib/use-hydrated.ts";

type Props = { name: string; look: Look; mode: Mode; splash: readonly SplashImage[] };

function findOwnSplash(look: Look): readonly SplashImage[] {
  const { width, height } = screen;
  return splashImagesHere(look, navigator.userAgent, { width, height, ratio: devicePixelRatio });
}

/** R2.15, R2.29. A shared page is the same for every device, so the device itself adds its splash images there. */
export function InstallTags({ name, look, mode, splash }: Props) {
  const language = useLanguage();
  const images = useHydrated() && splash.length === 0 ? findOwnSplash(look) : splash;
  const { surface, night } = themeColours[look.theme];
  return (
    <>
      <link rel="manifest" href={manifestPath(language)} />
      <link rel="apple-touch-icon" href={iconPath(look, "apple", 180)} />
      <meta name="theme-color" id="bar-light" content={surface} media={mediaOf("light", mode)} />
      <meta name="theme-color" id="bar-dark" content={night} media={mediaOf("dark", mode)} />
      <meta name="mobile-web-app-capable" content="yes" />
      <meta name="apple-mobile-web-app-title" content={name} />
      {images.map(({ href, media }) => (
        <link key={href} rel="apple-touch-startup-image" media={media} href={href} />
      ))}
    </>
  );
}
