let sessionStale = false;

/** Whether the session has changed since the root was loaded: then the next page loads the root again. */
export const isSessionStale = () => sessionStale;
export const markSessionStale = () => {
  sessionStale = true;
};
export const markSessionLoaded = () => {
  sessionStale = false;
};

/**
 * The member whose page this is, also if the cookie is another's by now. Undefined for visitors, and once this page
 * itself has changed the session.
 */
export const findShownMember = (): string | undefined =>
  sessionStale ? undefined : document.documentElement.dataset.viewer;
