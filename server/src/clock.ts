/** Tells the time; tests bring their own. */
export type Now = () => Date

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one costs more than all that it will ever format. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  // Sweden writes dates as ISO 8601 does.
  const format = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
  if (!known) formats.set(zone, format)
  return format
}

/** The calendar date in a zone, `YYYY-MM-DD`, whatever the machine's own zone is. */
export const dateIn = (zone: string, moment: Date): string => formatOf(zone).format(moment)
