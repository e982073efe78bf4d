import { z } from "zod";
import type { GenesisAccount } from "#server/config/service-urls.ts";
import { ProviderFailure } from "#server/ports/payments/port.ts";
import { type Elements, parseXml, writeXml } from "./xml.ts";

/** The two hosts of a gateway: for its hosted payment forms, and for everything else. */
export type GenesisHosts = { wpf: string; gate: string };

export function genesisHosts({ domain, environment }: Pick<GenesisAccount, "domain" | "environment">): GenesisHosts {
  const prefix = environment === "staging" ? "staging." : "";
  return { wpf: `https://${prefix}wpf.${domain}`, gate: `https://${prefix}gate.${domain}` };
}

/** The gateway answered with an error code. Never carries its own words: they can repeat what a buyer entered. */
export class GenesisError extends ProviderFailure {
  readonly code: number;
  constructor(message: string, code: number) {
    // system, login, terminal, the way to the bank, and the bank's own system
    super(message, code < 300 || code >= 900);
    this.code = code;
  }
}

/** Whether a retry would get the same answer: input, workflow (3xx, 4xx), or consumers and tokens (7xx). */
export function isGenesisRefusal(error: unknown): boolean {
  return (
    error instanceof GenesisError && ((error.code >= 300 && error.code < 500) || Math.floor(error.code / 100) === 7)
  );
}

/** Whether the gateway refused what was asked of an earlier transaction, for good (400 to 449). */
export const isReferenceRefusal = (error: unknown): boolean =>
  error instanceof GenesisError && error.code >= 400 && error.code < 450;

export class UnreadableAnswer extends Error {}

export type GenesisRequest<S extends z.ZodType> = {
  host: keyof GenesisHosts;
  path: string;
  root: string;
  elements: Elements;
  answer: S;
  signal: AbortSignal;
};

export type GenesisClient = {
  /** Throws `GenesisError` if the answer is an error, else an error that says why there is no readable answer. */
  call<S extends z.ZodType>(request: GenesisRequest<S>): Promise<z.output<S>>;
};

const errorAnswer = z.object({ code: z.string().regex(/^\d{3}$/) });

/** The Genesis gateway: XML over HTTP, with the name and password of an API user. */
export function createGenesisClient(login: { username: string; password: string; hosts: GenesisHosts }): GenesisClient {
  const authorization = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString("base64")}`;
  return {
    async call({ host, path, root, elements, answer, signal }) {
      const name = path.replace(/\/[\da-f]{16,}\/?$/, "/…");
      const response = await fetch(`${login.hosts[host]}/${path}`, {
        method: "POST",
        headers: { authorization, accept: "application/xml", "content-type": "text/xml; charset=UTF-8" },
        body: writeXml(root, elements),
        redirect: "error",
        signal,
      });
      const content = parseXml(await response.text())?.content;
      // a declined transaction has a status, an id and a code: it is an answer
      const parsed = answer.safeParse(content);
      if (response.ok && parsed.success) return parsed.data;
      const code = errorAnswer.safeParse(content).data?.code;
      if (code !== undefined) throw new GenesisError(`Genesis answered ${name} with code ${code}`, Number(code));
      if (!response.ok) throw new Error(`Genesis answered ${name} with ${response.status}`);
      throw new UnreadableAnswer(`Genesis's answer to ${name} can't be read`);
    },
  };
}
