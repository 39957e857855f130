import type { ImportarQuery } from '@flota/contract/importar.ts'
import { normalize } from '../../platform/db/search.ts'
import { type Db, many, sql } from '../../platform/db/sql.ts'
import {
  addRow,
  decideMatched,
  FirstRows,
  hasErrors,
  type RowPreview,
  rejectRepeated,
  rejectRow,
} from './decideAction.ts'
import type { ExistingRecord, FieldValues, ImportRow, RowDecision } from './importRow.ts'
import { findNumeros, type KeyMatch } from './lookups.ts'
import { createFinders, resolveRow, rutaReferences, withIds } from './resolveReferences.ts'
import { cooperativeYield, inChunks } from './yieldToEventLoop.ts'

/** A trip that is there, as far as a row without number can be the same. */
interface ExistingTrip {
  id: number
  no_ruta: string
  origen: string
  destino: string
}

const tripOf = (v: FieldValues) => [v.fecha, v.hora, v.cliente_id, v.camion_id, v.chofer_id].join('|')
const placesOf = (v: { origen?: unknown; destino?: unknown }) =>
  `${normalize(String(v.origen))}\n${normalize(String(v.destino))}`
const keyOf = (v: FieldValues) => `${tripOf(v)}\n${placesOf(v)}`

/** Such trips as these rows without number tell of, oldest first. */
async function findTripsLike(db: Db, all: readonly FieldValues[]): Promise<Map<string, ExistingTrip[]>> {
  const trips = new Map(all.map((valores) => [tripOf(valores), valores]))
  const found = new Map<string, ExistingTrip[]>()
  for (const part of inChunks([...trips], 2000)) {
    const wanted = part.map(([clave, { fecha, hora, cliente_id, camion_id, chofer_id }]) => ({
      clave,
      fecha,
      hora,
      cliente_id,
      camion_id,
      chofer_id,
    }))
    const rows = await many<ExistingTrip & { clave: string }>(
      db,
      sql`select k.clave, r.id, r.no_ruta, r.origen, r.destino
        from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
          as k (clave text, fecha date, hora time, cliente_id int, camion_id int, chofer_id int)
        join rutas r on r.cliente_id = k.cliente_id and r.fecha = k.fecha and r.hora = k.hora
          and r.camion_id = k.camion_id and r.chofer_id = k.chofer_id
        where r.eliminado_en is null order by r.id`,
    )
    for (const { clave, ...viaje } of rows) {
      const key = `${clave}\n${placesOf(viaje)}`
      found.set(key, [...(found.get(key) ?? []), viaje])
    }
  }
  return found
}

const existingRecord = (id: number): ExistingRecord => ({ id, version: 0, valores: {} })

/** Trips: the same by number; without one the n-th of its kind is the n-th that is there. */
export async function matchRutas(
  db: Db,
  filas: readonly ImportRow[],
  modo: ImportarQuery['duplicados'],
): Promise<RowDecision[]> {
  const finders = await createFinders(db, filas, rutaReferences)
  const vistas = filas.map((fila): RowPreview => {
    const told = resolveRow(fila, rutaReferences, finders)
    const no_ruta = fila.parsed.no_ruta ?? null
    const valores = { ...withIds(told), no_ruta: no_ruta === null ? null : (fila.valores.no_ruta ?? null) }
    return { fila, errors: told.errors, valores, nombres: told.nombres }
  })
  const right = vistas.filter((vista) => !hasErrors(vista)).map(({ valores }) => valores)
  const numeros = await findNumeros(
    db,
    right.map(({ no_ruta }) => no_ruta).filter((each) => typeof each === 'string'),
  )
  const viajes = await findTripsLike(
    db,
    right.filter(({ no_ruta }) => no_ruta === null),
  )
  const firsts = new FirstRows()
  const breathe = cooperativeYield()
  const juicios: RowDecision[] = []
  for (const vista of vistas) {
    await breathe()
    if (hasErrors(vista)) juicios.push(rejectRow(vista))
    else if (vista.valores.no_ruta === null) juicios.push(matchNth(vista, viajes, modo))
    else juicios.push(matchByNumber(vista, numeros, firsts, modo))
  }
  return juicios
}

/** Takes the next of such trips that is there. */
function matchNth(
  vista: RowPreview,
  viajes: Map<string, ExistingTrip[]>,
  modo: ImportarQuery['duplicados'],
): RowDecision {
  const viaje = viajes.get(keyOf(vista.valores))?.shift()
  if (!viaje) return addRow(vista)
  const mensaje = `Ya existe esa ruta: ${viaje.no_ruta}.`
  return decideMatched(
    vista,
    { registro: existingRecord(viaje.id), message: mensaje, writtenFields: [] },
    modo,
  )
}

function matchByNumber(
  vista: RowPreview,
  numeros: Map<string, KeyMatch>,
  firsts: FirstRows,
  modo: ImportarQuery['duplicados'],
): RowDecision {
  const { clave = '', id = null, enPapelera = false } = numeros.get(String(vista.valores.no_ruta)) ?? {}
  const first = firsts.claim(clave, vista.fila.fila)
  if (first !== undefined) return rejectRepeated(vista, first)
  if (id === null) return addRow(vista)
  const mensaje = 'El número de ruta ya existe'
  if (enPapelera) return rejectRow(vista, mensaje)
  return decideMatched(vista, { registro: existingRecord(id), message: mensaje, writtenFields: [] }, modo)
}
