import { type Look, lookName } from "./web-app.ts";

/** A screen in CSS pixels, upright, and its device pixels for each of them. */
export type SplashScreen = { width: number; height: number; ratio: number };

/** The screens of the iPhones and iPads that run iOS 16 or newer (R2.15). */
export const splashScreens: readonly SplashScreen[] = [
  // iPhone 17 Pro Max, 16 Pro Max; 17 Pro, 17, 16 Pro; Air
  { width: 440, height: 956, ratio: 3 },
  { width: 402, height: 874, ratio: 3 },
  { width: 420, height: 912, ratio: 3 },
  // iPhone 16 Plus, 15 Pro Max, 15 Plus, 14 Pro Max; 16, 15 Pro, 15, 14 Pro
  { width: 430, height: 932, ratio: 3 },
  { width: 393, height: 852, ratio: 3 },
  // iPhone 14 Plus, 13 Pro Max, 12 Pro Max; 16e, 14, 13, 13 Pro, 12, 12 Pro; 13 mini, 12 mini, 11 Pro, XS, X
  { width: 428, height: 926, ratio: 3 },
  { width: 390, height: 844, ratio: 3 },
  { width: 375, height: 812, ratio: 3 },
  // iPhone 11 Pro Max, XS Max; 11, XR
  { width: 414, height: 896, ratio: 3 },
  { width: 414, height: 896, ratio: 2 },
  // iPhone 8 Plus; SE of 2020 and 2022, 8
  { width: 414, height: 736, ratio: 3 },
  { width: 375, height: 667, ratio: 2 },
  // iPad Pro 13 (M4); Pro 12.9, Air 13
  { width: 1032, height: 1376, ratio: 2 },
  { width: 1024, height: 1366, ratio: 2 },
  // iPad Pro 11 (M4); Pro 11; Air 11, Air 10.9, iPad of 2022 and 2025
  { width: 834, height: 1210, ratio: 2 },
  { width: 834, height: 1194, ratio: 2 },
  { width: 820, height: 1180, ratio: 2 },
  // iPad Air 3, Pro 10.5; iPad 7 to 9; iPad mini 6 and 7; iPad 5 and 6, mini 5
  { width: 834, height: 1112, ratio: 2 },
  { width: 810, height: 1080, ratio: 2 },
  { width: 744, height: 1133, ratio: 2 },
  { width: 768, height: 1024, ratio: 2 },
];

export type Orientation = "portrait" | "landscape";

export type SplashImage = { href: string; media: string };

/** iPads identify themselves as Macs. */
const appleDevice = /iPhone|iPad|Macintosh.*Version\/.*Safari/;
export const isAppleDevice = (userAgent: string | null): boolean => appleDevice.test(userAgent ?? "");

export const splashPath = (look: Look, { width, height, ratio }: SplashScreen, orientation: Orientation): string => {
  const [across, down] = orientation === "portrait" ? [width, height] : [height, width];
  return `/app-splash/${lookName(look)}/${across}x${down}@${ratio}.png`;
};

export function splashImagesOf(look: Look, screen: SplashScreen): SplashImage[] {
  const { width, height, ratio } = screen;
  const size = `(device-width: ${width}px) and (device-height: ${height}px)`;
  return (["portrait", "landscape"] as const).map((orientation) => ({
    href: splashPath(look, screen, orientation),
    media: `screen and ${size} and (-webkit-device-pixel-ratio: ${ratio}) and (orientation: ${orientation})`,
  }));
}

/** The images of this iPhone or iPad alone, so that a page needs no list; other devices have none. */
export function splashImagesHere(look: Look, userAgent: string, { width, height, ratio }: SplashScreen): SplashImage[] {
  if (!isAppleDevice(userAgent)) return [];
  return splashImagesOf(look, { width: Math.min(width, height), height: Math.max(width, height), ratio });
}
