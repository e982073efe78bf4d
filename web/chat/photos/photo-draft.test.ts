import { beforeEach, expect, test, vi } from "vitest";
import { agreeTo, withoutPromise } from "#web/chat/promise/agreed.ts";
import { deleteMemberTraces } from "#web/lib/traces.ts";
import { choosePhoto, getDraft, listenToDrafts, sendDraft } from "./photo-draft.ts";

/** A request that gets no answer. */
class Unanswered {
  static aborted = 0;
  upload = {};
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {
    Unanswered.aborted += 1;
  }
}

const previews = new Set<string>();

beforeEach(() => {
  Unanswered.aborted = 0;
  vi.stubGlobal("document", { cookie: "", documentElement: { lang: "en", dataset: {} } });
  vi.stubGlobal("XMLHttpRequest", Unanswered);
  // a picture that never loads, so its size is not known
  vi.stubGlobal("Image", class {});
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    const preview = `blob:${(file as File).name}`;
    previews.add(preview);
    return preview;
  });
  vi.spyOn(URL, "revokeObjectURL").mockImplementation((preview) => void previews.delete(preview));
});
test("R6.09 R1.06 a logout stops the sending of a photo and forgets all chosen ones, and what the member agreed to", async () => {
  const changes = vi.fn();
  const photo = (name: string) => new File(["picture"], name, { type: "image/jpeg" });
  void choosePhoto("eva", photo("one.jpg"));
  void choosePhoto("mia", photo("two.jpg"));
  agreeTo("eva");
  const sending = sendDraft("eva", 3, () => {});
  expect([getDraft("eva")?.state, getDraft("mia")?.state]).toEqual(["sending", "chosen"]);
  const stop = listenToDrafts(changes);
  deleteMemberTraces();
  stop();
  expect(await sending).toBeNull();
  expect([getDraft("eva"), getDraft("mia"), withoutPromise("eva")]).toEqual([null, null, {}]);
  expect([Unanswered.aborted, previews.size]).toEqual([1, 0]);
  expect(changes).toHaveBeenCalled();
});
