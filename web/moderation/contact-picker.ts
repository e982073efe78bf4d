type Picked = { email?: readonly string[]; tel?: readonly string[] };
type ContactsManager = {
  select(properties: readonly ["email", "tel"], options: { multiple: true }): Promise<readonly Picked[]>;
};

declare global {
  interface Navigator {
    /** The Contact Picker API: phones with Chromium have it. */
    readonly contacts?: ContactsManager;
  }
}

export const hasContactPicker = () => navigator.contacts !== undefined;

/** The addresses and numbers of the people that the user picks, one a line; none if they cancel. */
export async function pickContacts(): Promise<string[]> {
  const people = (await navigator.contacts?.select(["email", "tel"], { multiple: true })) ?? [];
  return people.flatMap(({ email = [], tel = [] }) => [...email, ...tel]);
}
