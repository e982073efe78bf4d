import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { User } from "#contract/user.ts";
import { useScreen } from "#web/lib/screen.ts";
import { fetchAutoLike } from "./auto-like.ts";
import { mayBeIntroduced } from "./introduction-rules.ts";

/** Milliseconds on one screen before an introduction. */
const waitMs = 15_000;

/**
 * Asks once a visit to introduce another member to a new one (R4.20, D5.3). The automatic like goes to Likes, below a
 * closed heading, and interrupts nothing (D11.7).
 */
export function useIntroduction(user: User): void {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const requested = useRef(false);
  const mayIntroduce = mayBeIntroduced(user, useScreen(), Date.now());

  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen starts the wait anew
  useEffect(() => {
    if (!mayIntroduce || requested.current) return;
    const timer = setTimeout(async () => {
      if (document.hidden) return;
      requested.current = true;
      // after a failure the next attempt is at another visit
      await fetchAutoLike(client).catch(() => null);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [mayIntroduce, pathname, client]);
}
