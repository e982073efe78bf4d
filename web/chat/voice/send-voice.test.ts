import { beforeEach, expect, test, vi } from "vitest";
import { deleteMemberTraces } from "#web/lib/traces.ts";
import { getVoice, setDraft, setVoice } from "#web/profiles/voice/voice-store.ts";
import { sendDraft } from "./send-voice.ts";

/** Requests of which each gets the next of `answers`; without one it gets none. */
class Server {
  static answers: ("lost" | { status: number; code: string })[] = [];
  static keys: (string | undefined)[] = [];
  static aborted = 0;
  upload = {};
  status = 0;
  responseText = "";
  onload: () => void = () => {};
  onerror: () => void = () => {};
  open() {}
  setRequestHeader(name: string, value: string) {
    if (name.toLowerCase() === "idempotency-key") Server.keys.push(value);
  }
  getResponseHeader = () => null;
  send() {
    const answer = Server.answers.shift();
    if (answer === undefined) return;
    queueMicrotask(() => {
      if (answer === "lost") return this.onerror();
      this.status = answer.status;
      this.responseText = JSON.stringify({ error: { code: answer.code, message: answer.code } });
      return this.onload();
    });
  }
  abort() {
    Server.aborted += 1;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(Server, { answers: [], keys: [], aborted: 0 });
  vi.stubGlobal("document", { cookie: "", documentElement: { lang: "en", dataset: {} } });
  vi.stubGlobal("XMLHttpRequest", Server);
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:voice");
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
  setVoice("ben", null);
  setDraft("ben", { file: new File(["sound"], "voice.webm", { type: "audio/webm" }), seconds: 4, waveform: [1, 2] });
});

const send = async () => {
  const sending = sendDraft("ben", 3, () => {});
  await vi.runAllTimersAsync();
  return await sending;
};
const draftOf = () => {
  const voice = getVoice("ben");
  return voice?.step === "draft" ? voice.draft : null;
};

test("R12.01 R7.03 a voice message whose answer is lost stays, and the next try has the same key", async () => {
  Server.answers = Array(6).fill("lost");
  expect(await send()).toBeNull();
  expect(draftOf()?.state).toBe("unknown");
  Server.answers = [{ status: 402, code: "not_enough_credits" }];
  expect(await send()).toBeNull();
  expect(draftOf()).toMatchObject({ state: "ready", failure: { code: "not_enough_credits" } });
  expect(Server.keys.length).toBeGreaterThan(1);
  expect(new Set(Server.keys).size).toBe(1);
});

test("R12.01 R6.09 a logout stops the sending, and forgets the recording", async () => {
  const sending = sendDraft("ben", 3, () => {});
  await vi.advanceTimersByTimeAsync(0);
  expect(draftOf()?.state).toBe("sending");
  deleteMemberTraces();
  expect(await sending).toBeNull();
  expect([draftOf(), Server.aborted]).toEqual([null, 1]);
});
