import { formatFecha } from '@flota/contract/core/format.ts'
import { tripNameText } from '@flota/contract/core/tripNameText.ts'
import type { AvisoDeViaje } from '@flota/contract/trips/revision.ts'
import { ApiError, messageOf } from '../../api/ApiError.ts'

/** Warning of a copied trip, with its day. */
export type DatedAviso = AvisoDeViaje & { fecha?: string }

/** Returns the name of the overlapping trip, if no warning above names it. */
export function tripNameAt(avisos: readonly DatedAviso[], at: number): string | undefined {
  const { ruta, viaje } = avisos[at] ?? {}
  const isFirst = avisos.findIndex((each) => each.ruta?.id === ruta?.id) === at
  return viaje && isFirst ? tripNameText(viaje) : undefined
}

/** Appends the warnings to the message of a save, one per line, and each trip's name below its first warning. */
export const appendAvisos = (message: string, avisos: readonly DatedAviso[] = []) =>
  [
    message,
    ...avisos.flatMap((aviso, at) => {
      const name = tripNameAt(avisos, at)
      const line = `${aviso.fecha ? `${formatFecha(aviso.fecha)}: ` : ''}${aviso.texto}`
      return name ? [line, name] : [line]
    }),
  ].join('\n')

/** Returns the overlapping trip of the first blocking warning, whose sentence is the message of a rejected save. */
export function blockingTrip(avisos: readonly AvisoDeViaje[] = []) {
  const { ruta, viaje } = avisos.find(({ gravedad }) => gravedad === 'bloqueo') ?? {}
  return ruta && viaje && { ...viaje, no_ruta: ruta.no_ruta }
}

/** Returns the message of a rejected change, with the name of the trip that blocks it. */
export function rejectionText(error: unknown): string {
  const trip = error instanceof ApiError ? blockingTrip(error.avisos) : undefined
  return [messageOf(error), ...(trip ? [tripNameText(trip)] : [])].join('\n')
}
