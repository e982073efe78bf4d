/** Noon of a day, `YYYY-MM-DD`: the same day in every time zone of our countries. */
export const toNoon = (day: string) => `${day}T12:00:00Z`;
