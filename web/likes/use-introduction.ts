import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useLocation } from "react-router";
import type { User } from "#contract/user.ts";
import { useScreen } from "#web/lib/screen.ts";
import { useTimeout } from "#web/lib/use-timer.ts";
import { fetchAutoLike } from "./auto-like.ts";
import { mayBeIntroduced } from "./introduction-rules.ts";

/** Milliseconds on one screen before an introduction. */
const waitMs = 15_000;

/**
 * Asks once a visit to introduce another member to a new one. The automatic like goes to Likes, below a
 * closed heading, and interrupts nothing.
 */
export function useIntroduction(user: User): void {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const requested = useRef(false);
  const mayIntroduce = mayBeIntroduced(user, useScreen(), Date.now());

  const introduce = async () => {
    if (document.hidden || requested.current) return;
    requested.current = true;
    // after a failure the next attempt is at another visit
    await fetchAutoLike(client).catch(() => null);
  };
  useTimeout(introduce, mayIntroduce ? waitMs : null, pathname);
}
