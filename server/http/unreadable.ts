import { STATUS_CODES } from "node:http";
import type { FastifyReply, FastifyServerOptions } from "fastify";
import { type ErrorBody, type ErrorCode, errorStatus } from "#contract/errors.ts";
import type { Texts } from "#server/texts.ts";
import { newNonce, securityHeaders } from "./headers.ts";
import { acceptedLanguage } from "./language.ts";

/** The status for errors of Node's parser, by their code; any other is a plain 400. */
const statusOf: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Requests that Fastify's hooks never see: an undecodable URL, an overlong path part, and what is not HTTP. */
export function unreadableRequests(texts: Texts): Pick<FastifyServerOptions, "frameworkErrors" | "clientErrorHandler"> {
  const bodyOf = (code: ErrorCode, language: Parameters<Texts["t"]>[0]): ErrorBody => ({
    error: { code, message: texts.t(language, `errors:${code}`) },
  });
  return {
    frameworkErrors(error, request, reply) {
      const code = error.code === "FST_ERR_MAX_PARAM_LENGTH" ? "not_found" : "malformed_request";
      const language = acceptedLanguage(request.headers["accept-language"]) ?? "en";
      reply.headers(securityHeaders(newNonce(), request.protocol));
      // without a route there are no answer types, so the type would allow no status
      (reply as unknown as FastifyReply).status(errorStatus[code]).send(bodyOf(code, language));
    },
    clientErrorHandler(error, socket) {
      if (error.code === "ECONNRESET" || socket.destroyed) return;
      if (socket.writable) {
        const status = statusOf[error.code] ?? 400;
        const body = JSON.stringify(bodyOf("malformed_request", "en"));
        const headers = {
          ...securityHeaders(newNonce(), "http"),
          "content-type": "application/json; charset=utf-8",
          "content-length": String(Buffer.byteLength(body)),
          connection: "close",
        };
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
      }
      socket.destroy(error);
    },
  };
}
