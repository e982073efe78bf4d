/** The parameters of an address with these names; those that are missing or empty are left out. */
export function pickParams<Name extends string>(
  params: URLSearchParams,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const picked: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = params.get(name);
    if (value) picked[name] = value;
  }
  return picked;
}
