import type { TalkSignal } from "#contract/talks.ts";

/** The form of a candidate (RFC 8839), of which the address, the port and the type tell where the browser is. */
const candidateForm =
  /^(?<head>candidate:[\w+/]{1,32} \d{1,5} (?:udp|tcp) \d{1,10}) (?<address>[\da-f.:]+) (?<port>\d{1,5}) typ relay(?<rest>(?: \S+ \S+)*)$/i;

/** What may follow: nothing that is an address. */
const harmless = new Set(["generation", "ufrag", "network-id", "network-cost", "tcptype"]);

/** A candidate of the relay without the address behind it; undefined for any other. */
export function relayCandidate(candidate: string): string | undefined {
  const { head, address, port, rest = "" } = candidateForm.exec(candidate)?.groups ?? {};
  if (head === undefined) return undefined;
  const words = rest.split(" ").slice(1);
  const extras = words.flatMap((name, at) =>
    at % 2 === 0 && harmless.has(name.toLowerCase()) ? [`${name} ${words[at + 1]}`] : [],
  );
  return [`${head} ${address} ${port} typ relay raddr 0.0.0.0 rport 0`, ...extras].join(" ");
}

const nowhere = "IN IP4 0.0.0.0";

/** A line of a session's description without an address of the browser; undefined: it is left out. */
function withoutAddress(line: string): string | undefined {
  const [, candidate] = /^a=(candidate:.*)$/i.exec(line) ?? [];
  if (candidate !== undefined) {
    const passed = relayCandidate(candidate);
    return passed && `a=${passed}`;
  }
  if (/^a=(?:remote-candidates|alt|rtcp):/i.test(line))
    return /^a=rtcp:/i.test(line) ? `a=rtcp:9 ${nowhere}` : undefined;
  if (/^c=/i.test(line)) return `c=${nowhere}`;
  if (/^o=/i.test(line)) return `${line.split(" ").slice(0, 3).join(" ")} ${nowhere}`;
  // the port of the default candidate; 0 refuses the medium
  return line.replace(/^(m=\S+ )(\d+)/i, (_, medium: string, port: string) => `${medium}${port === "0" ? "0" : "9"}`);
}

/** The description of a session in which only candidates of the relay are left. */
export function relaySdp(sdp: string): string {
  const lines = sdp.split(/\r\n|\r|\n/).filter((line) => line !== "");
  const passed = lines.map(withoutAddress).filter((line) => line !== undefined);
  return passed.map((line) => `${line}\r\n`).join("");
}

/** What passes of a signal if the browsers connect through the relay only; undefined: nothing. */
export function relaySignal(signal: TalkSignal): TalkSignal | undefined {
  switch (signal.kind) {
    case "ready":
      return signal;
    case "description":
      return { ...signal, sdp: relaySdp(signal.sdp) };
    case "candidate": {
      if (signal.candidate === "") return signal;
      const candidate = relayCandidate(signal.candidate);
      return candidate === undefined ? undefined : { ...signal, candidate };
    }
  }
}
