/** Times of a trip: `inicio` and `fin` are moments. A pilot gets only the local `fecha` and `hora`. */
export interface TripTimes {
  estado: string
  inicio?: string | null | undefined
  fin?: string | null | undefined
  fecha?: string
  hora?: string
}

export interface CurrentTime {
  ms: number
  /** The same in the company's time zone, `YYYY-MM-DD HH:MM`. */
  local: string
}

const minuteOf = (moment: string | number) => Math.floor(new Date(moment).getTime() / 60_000)

/** Returns whole minutes a trip is Pendiente after its start or En curso after its end; 0 if neither. */
export function lateMinutesOf(
  { estado, inicio, fin, fecha, hora }: TripTimes,
  now: CurrentTime | undefined,
): number {
  const waits = estado === 'Pendiente'
  const due = waits ? inicio : estado === 'En curso' && fin
  if (!now || !(due || waits)) return 0
  const [from, to] = due
    ? [due, now.ms]
    : // Treats both as UTC, as only the difference matters.
      [`${fecha}T${hora}Z`, `${now.local.replace(' ', 'T')}Z`]
  return Math.max(minuteOf(to) - minuteOf(from), 0)
}

/** Formats '12 min', from one hour '4 h', from two days '3 días'. */
export const lapseInWords = (minutes: number) =>
  minutes < 60
    ? `${minutes} min`
    : minutes < 2880
      ? `${Math.floor(minutes / 60)} h`
      : `${Math.floor(minutes / 1440)} días`
