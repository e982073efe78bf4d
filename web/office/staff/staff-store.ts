import { type Store, sessionStore } from "#web/lib/storage.ts";

const prefix = "staff-";

/** What staff have begun in this tab: until they log out, as it is not for who logs in next. */
export const staffStore: Store & { forget(): void } = {
  getItem: (key) => sessionStore.getItem(prefix + key),
  setItem: (key, value) => sessionStore.setItem(prefix + key, value),
  removeItem: (key) => sessionStore.removeItem(prefix + key),
  forget() {
    for (const key of sessionStore.keys()) if (key.startsWith(prefix)) sessionStore.removeItem(key);
  },
};
