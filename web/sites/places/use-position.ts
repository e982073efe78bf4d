import { useState } from "react";
import { geolocationMaximumAgeMs } from "#contract/constants.ts";
import { useListen } from "#web/lib/use-listen.ts";

/** The state of the geolocation permission. */
export type PositionPermission = "unsupported" | "unknown" | PermissionState;

const longestSearchMs = 15_000;

/** Reports it, and again when it changes; nothing while the browser does not tell. The returned function ends it. */
export function watchPositionPermission(report: (permission: PositionPermission) => void): () => void {
  if (!("geolocation" in navigator) || !isSecureContext) {
    report("unsupported");
    return () => {};
  }
  let status: PermissionStatus | undefined;
  let hasLeft = false;
  const read = () => report(status?.state ?? "unknown");
  // some browsers know the permission, but not under this name
  const permission = (navigator as Partial<Navigator>).permissions?.query({ name: "geolocation" });
  permission?.then(
    (permissionStatus) => {
      if (hasLeft) return;
      status = permissionStatus;
      status.addEventListener("change", read);
      read();
    },
    () => {},
  );
  return () => {
    hasLeft = true;
    status?.removeEventListener("change", read);
  };
}

/** The current permission; unknown if the browser does not tell, and on the server. */
export function usePositionPermission(): PositionPermission {
  const [permission, setPermission] = useState<PositionPermission>("unknown");
  useListen(watchPositionPermission, setPermission);
  return permission;
}

/** Two decimals are about a kilometre: nothing more precise leaves the device (D4.5). */
const rounded = (degrees: number) => Math.round(degrees * 100) / 100;

/** Why the position is unknown: permission denied, or position not found. */
export type PositionFailure = "denied" | "not_found";

/** The device's rounded position. Asks for the permission, so call it within a tap. Throws `PositionFailure`. */
export function askPosition(): Promise<{ lat: number; lon: number }> {
  return new Promise((resolve, reject: (why: PositionFailure) => void) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: rounded(coords.latitude), lon: rounded(coords.longitude) }),
      (error) => reject(error.code === error.PERMISSION_DENIED ? "denied" : "not_found"),
      { maximumAge: geolocationMaximumAgeMs, timeout: longestSearchMs, enableHighAccuracy: false },
    );
  });
}
