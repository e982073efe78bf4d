const signup = /^(?:\/[a-z]{2})?(?:\/members\/[0-9a-f-]{36})?\/signup$/i;

/** Whether an address is a signup page, with or without the language's prefix or a member. */
export function leadsToSignup(pathname: string): boolean {
  return signup.test(pathname);
}
