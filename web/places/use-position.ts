import { useEffect, useState } from "react";
import { geolocationMaximumAgeMs } from "#contract/constants.ts";

/** R4.06: what is known of the permission to ask a device where it is. */
export type PositionPermission = "unsupported" | "unknown" | PermissionState;

const longestSearchMs = 15_000;

/** The permission as it is now, and as it becomes; unknown where the browser does not tell, and on the server. */
export function usePositionPermission(): PositionPermission {
  const [permission, setPermission] = useState<PositionPermission>("unknown");
  useEffect(() => {
    if (!("geolocation" in navigator) || !isSecureContext) return setPermission("unsupported");
    let status: PermissionStatus | undefined;
    let left = false;
    const read = () => setPermission(status?.state ?? "unknown");
    // some browsers know the permission, but not under this name
    const asked = (navigator as Partial<Navigator>).permissions?.query({ name: "geolocation" });
    asked?.then(
      (found) => {
        if (left) return;
        status = found;
        status.addEventListener("change", read);
        read();
      },
      () => {},
    );
    return () => {
      left = true;
      status?.removeEventListener("change", read);
    };
  }, []);
  return permission;
}

/** Two decimals are about a kilometre: no more than that leaves the device (D4.5). */
const rounded = (degrees: number) => Math.round(degrees * 100) / 100;

/** Why the position is not known: it was refused, or could not be found. */
export type PositionFailure = "denied" | "not_found";

/** Where the device is, rounded; asks for the permission, so call it within a tap. Throws `PositionFailure`. */
export function askPosition(): Promise<{ lat: number; lon: number }> {
  return new Promise((resolve, reject: (why: PositionFailure) => void) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: rounded(coords.latitude), lon: rounded(coords.longitude) }),
      (error) => reject(error.code === error.PERMISSION_DENIED ? "denied" : "not_found"),
      { maximumAge: geolocationMaximumAgeMs, timeout: longestSearchMs, enableHighAccuracy: false },
    );
  });
}
