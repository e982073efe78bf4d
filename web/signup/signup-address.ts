const signup = /^(?:\/[a-z]{2})?(?:\/members\/[0-9a-f-]{36})?\/signup$/i;

/** Whether an address is the signup's, with or without the language's prefix, at a member or not. */
export function leadsToSignup(pathname: string): boolean {
  return signup.test(pathname);
}
