/** Tells the time; tests bring their own. */
export type Now = () => Date

/** The calendar date in a zone, `YYYY-MM-DD`, whatever the machine's own zone is. */
export const dateIn = (zone: string, moment: Date): string =>
  // Sweden writes dates as ISO 8601 does.
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(moment)
