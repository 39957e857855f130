import { type StoredName, storedNames } from '@flota/contract/core/fields.ts'
import { formatFecha, formatHora } from '@flota/contract/core/format.ts'
import { pick } from '@flota/contract/core/keys.ts'
import type { RutaEstado } from '@flota/contract/records/estados.ts'
import { rutaFields } from '@flota/contract/records/rutas.ts'
import type { AvisoDeViaje } from '@flota/contract/trips/revision.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { useSave } from '../../../../api/cache/queries.ts'
import { useIdempotencyKey } from '../../../../api/useIdempotencyKey.ts'
import type { Choice } from '../../../../form/FieldSpec.ts'
import { appendAvisos } from '../../../../trip/office/avisoTexts.ts'
import { rutaNameText } from '../../../../trip/office/rutaNameText.ts'
import type { TripCheckInput } from '../../../../trip/office/useTripCheck.ts'
import { freedTruckText, pilotoOf } from '../../../../trip/tripTexts.ts'
import { localOf, type MenuTrip, minutesFrom } from '../boardRows.ts'
import type { TripEditKind } from './useTripMenu.tsx'

/** Returns the check's input for a changed trip. */
export const boardTripCheckInput = (ruta: Ruta, changes: TripChanges): TripCheckInput => ({
  ...checkedFields(ruta),
  ...changes,
  ruta_id: ruta.id,
})

export type TripChanges = Partial<Pick<Ruta, 'camion_id' | 'chofer_id' | 'fecha' | 'hora'>>

/** Where a trip was dragged to, or its place before a change. */
export interface Destination {
  camion?: Choice
  piloto?: Choice
  /** Company-local `YYYY-MM-DD HH:MM`. */
  start: string
}

/** A change from the menu, or a rejected move. */
export type TripEditRequest = { viaje: MenuTrip } & (
  | { cambio: TripEditKind; to?: undefined; avisos?: undefined }
  | { cambio: 'mover'; to: Destination; avisos: readonly AvisoDeViaje[] }
)

/** The confirmation; `undo` restores the old values if that is possible. */
export interface TripEditResult {
  message: string
  undo?: { viaje: MenuTrip; to: Destination; put: () => Promise<unknown> }
}

/** Fields of a trip that its check needs. */
const checkedFields = (ruta: Ruta) => ({
  camion_id: ruta.camion_id,
  chofer_id: ruta.chofer_id,
  ayudante_id: ruta.ayudante_id,
  cliente_id: ruta.cliente_id,
  fecha: ruta.fecha,
  hora: ruta.hora.slice(0, 5),
  origen: ruta.origen,
  destino: ruta.destino,
  servicio: ruta.servicio,
  mercaderia: ruta.mercaderia,
  duracion_min: ruta.duracion_min,
})

type StoredTrip = { [K in StoredName<typeof rutaFields>]-?: Exclude<Ruta[K], undefined> }

/** PUT replaces the whole trip. */
const toRutaBody = (ruta: Ruta) => ({
  // The server omits private fields only for pilots, who can't open this page.
  ...(pick(ruta, storedNames(rutaFields)) as StoredTrip),
  // The server stores valid states only.
  estado: ruta.estado as RutaEstado,
})

const wallClock = ({ fecha, hora }: Ruta) => `${fecha} ${hora.slice(0, 5)}`

/** Returns the request that restores the trip before the change. */
function undoChange(viaje: MenuTrip, [before, after]: readonly [Ruta, Ruta], zona: string) {
  const moved = minutesFrom(before.fecha, wallClock(after)) - minutesFrom(before.fecha, wallClock(before))
  const { camion_id, chofer_id, fecha, hora } = toRutaBody(before)
  const desde = new Date(Date.parse(viaje.desde) + moved * 60_000).toISOString()
  return {
    viaje: { ...viaje, version: after.version, desde, piloto: pilotoOf(after) },
    to: {
      camion: { id: before.camion_id, text: before.camion_placa },
      piloto: { id: before.chofer_id, text: pilotoOf(before) },
      start: localOf(viaje.desde, zona),
    },
    body: { ...toRutaBody(after), camion_id, chofer_id, fecha, hora, version: after.version },
  }
}

/** Returns 'RUTA-9038 pasó de C-362TBY a C-494CFH y de las 08:00 a las 10:00.' */
function moveSentence(before: Ruta, after: Ruta) {
  const isSameDay = before.fecha === after.fecha
  const partsOf = (ruta: Ruta) => [
    ruta.camion_placa,
    pilotoOf(ruta),
    isSameDay ? `las ${formatHora(ruta.hora)}` : `${formatFecha(ruta.fecha)} ${formatHora(ruta.hora)}`,
  ]
  const [from, to] = [partsOf(before), partsOf(after)]
  const changes = from.flatMap((was, i) => (was === to[i] ? [] : `de ${was} a ${to[i]}`))
  return `${after.no_ruta} ${changes.length > 0 ? `pasó ${changes.join(' y ')}` : 'queda como estaba'}.`
}

/** Says that a stopped trip's truck is free after it got another one. */
const freedTruck = ({ incidente }: MenuTrip, before: Ruta, after: Ruta) =>
  incidente && before.camion_id !== after.camion_id ? [freedTruckText(before.camion_placa)] : []

/** Returns the functions that save a trip's changes with the board's version of it. */
export function useSaveTripEdit(zona: string) {
  const send = useSave('PUT /api/rutas/:id')
  const patch = useSave('PATCH /api/rutas/estado')
  const once = useIdempotencyKey()
  const put = (id: number, body: Parameters<typeof send>[0]['body']) =>
    send({ params: { id }, query: { viaje: 'si' }, body })
  return {
    /** @throws ApiError if the server rejects the change, also if the board's version is stale */
    change: async (
      viaje: MenuTrip,
      before: Ruta,
      changes: TripChanges & { motivo_excepcion?: string },
    ): Promise<TripEditResult> => {
      const { id, version } = viaje
      const body = { ...toRutaBody(before), ...changes, version }
      const { data: after, avisos } = await put(id, body)
      const { body: back, ...previous } = undoChange(viaje, [before, after], zona)
      return {
        message: [
          appendAvisos(`${moveSentence(before, after)}\n${rutaNameText(after)}`, avisos),
          ...freedTruck(viaje, before, after),
        ].join('\n'),
        undo: { ...previous, put: () => put(id, back) },
      }
    },
    changeEstado: async (viaje: MenuTrip, ruta: Ruta, estado: RutaEstado): Promise<TripEditResult> => {
      const { id, version, no_ruta, estado: before } = viaje
      const body = { rutas: [{ id, version }], estado }
      const { data, message } = await once(body, (idempotencyKey) => patch({ body, idempotencyKey }))
      const [result] = data
      if (!result?.ok) throw new Error(result?.mensaje ?? message)
      return { message: `${no_ruta} pasó de ${before} a ${estado}.\n${rutaNameText(ruta)}` }
    },
  }
}
