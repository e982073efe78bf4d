import { AsyncLocalStorage } from "node:async_hooks";
import { TransactionBuilder } from "kysely";

const inTransaction = new AsyncLocalStorage<true>();

type Run = (this: object, callback: (trx: unknown) => Promise<unknown>) => Promise<unknown>;
const builder = TransactionBuilder.prototype as unknown as { execute: Run };
const { execute } = builder;
builder.execute = function (callback) {
  return execute.call(this, (trx) => inTransaction.run(true, () => callback(trx)));
};

/**
 * A service whose calls fail if a transaction waits for them: its locks would be held for as long as a slow service
 * takes. Calls that answer at once are free.
 */
export function outsideTransactions<T extends object>(service: T): T {
  return new Proxy(service, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(member, target, args);
        if (!(result instanceof Promise) || !inTransaction.getStore()) return result;
        return result.then(() => Promise.reject(new Error(`a transaction waits for ${String(name)} of a service`)));
      };
    },
  });
}
