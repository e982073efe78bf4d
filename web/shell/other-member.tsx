import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { memberHeader } from "#contract/constants.ts";
import { onOtherMember } from "#web/lib/call.ts";
import { findShownMember, isSessionStale } from "#web/lib/shown-member.ts";
import { localStore, sessionStore } from "#web/lib/storage.ts";
import { findTraces, forgetMemoryTraces } from "#web/lib/traces.ts";
import { useListen } from "#web/lib/use-listen.ts";
import { useToast } from "#web/ui/toast.tsx";

const messageKey = "other-member";

/** The router's requests for data, `/chats.data`, name the member too; it gives no other way to add a header. */
function nameMemberToRouter(): () => void {
  const plain = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const member = input instanceof URL && input.pathname.endsWith(".data") ? findShownMember() : undefined;
    if (member === undefined) return plain(input, init);
    const headers = new Headers(init?.headers);
    headers.set(memberHeader, member);
    return plain(input, { ...init, headers });
  };
  return () => {
    globalThis.fetch = plain;
  };
}

/** Deletes the traces of a member whose session has ended. Such a key has the member's id after its first colon. */
function deleteTracesOf(member: string): void {
  for (const key of findTraces()) if (key.split(":")[1] === member) localStore.removeItem(key);
}

/**
 * Returns the words to show once the session is another member's: after a login in another tab, while this page was
 * frozen or had no event stream. Null: it is still this page's member's.
 */
export function useOtherMember(): string | null {
  const [message, setMessage] = useState<string | null>(null);
  const toast = useToast();
  const tellAfterReload = useEffectEvent(() => {
    const title = sessionStore.getItem(messageKey);
    sessionStore.removeItem(messageKey);
    if (title !== null) toast({ title, tone: "bad" });
  });
  useEffect(() => {
    tellAfterReload();
    return nameMemberToRouter();
  }, []);
  // before the next member's page is painted
  useLayoutEffect(() => forgetMemoryTraces, []);
  useListen(onOtherMember, (text) => {
    // this page itself has changed the session, and is loading its new member
    if (!isSessionStale()) setMessage(text);
  });
  return message;
}

/** Replaces the page: nothing of its member is shown any more, and the other member's page is loaded. */
export function OtherMember({ message, member }: { message: string; member: string }) {
  useEffect(() => {
    deleteTracesOf(member);
    sessionStore.setItem(messageKey, message);
    location.reload();
  }, [message, member]);
  return (
    <main id="content" className="page container py-16 text-center">
      <h1 role="alert" className="text-2xl">
        {message}
      </h1>
    </main>
  );
}
