/** A trip's hours: moments, or for a pilot, who is not told those, the company's own `YYYY-MM-DD` and `HH:MM:SS`. */
export interface TripTimes {
  estado: string
  inicio?: string | null | undefined
  fin?: string | null | undefined
  fecha?: string
  hora?: string
}

export interface CurrentTime {
  /** The moment, in ms. */
  ms: number
  /** The same as the company's `YYYY-MM-DD HH:MM`. */
  local: string
}

const minuteOf = (moment: string | number) => Math.floor(new Date(moment).getTime() / 60_000)

/**
 * For how many whole minutes a trip has been Pendiente after its beginning or En curso after its end; 0 where it is not
 * late, or while what time it is is unknown.
 */
export function lateMinutesOf(
  { estado, inicio, fin, fecha, hora }: TripTimes,
  now: CurrentTime | undefined,
): number {
  const waits = estado === 'Pendiente'
  const due = waits ? inicio : estado === 'En curso' && fin
  if (!now || !(due || waits)) return 0
  const [from, to] = due
    ? [due, now.ms]
    : // As if both were UTC's: enough for a difference.
      [`${fecha}T${hora}Z`, `${now.local.replace(' ', 'T')}Z`]
  return Math.max(minuteOf(to) - minuteOf(from), 0)
}

/** '12 min', from an hour on '4 h', from two days on '3 días'. */
export const lapseInWords = (minutes: number) =>
  minutes < 60
    ? `${minutes} min`
    : minutes < 2880
      ? `${Math.floor(minutes / 60)} h`
      : `${Math.floor(minutes / 1440)} días`
