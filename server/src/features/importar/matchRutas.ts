import { normalize } from '../../platform/db/search.ts'
import { type Db, many, sql } from '../../platform/db/sql.ts'
import { readInChunks } from './batches.ts'
import {
  decideMatch,
  decideRows,
  type FieldValues,
  type ImportRow,
  type Match,
  type ResolvedRow,
  rejectRow,
  validValues,
} from './importRow.ts'
import type { NameFinder } from './names.ts'
import { createFinders, findNumeros, keyOfNumero, resolveRow, rutaReferences } from './references.ts'

/** Existing trip that a row without number may match. */
interface ExistingTrip {
  id: number
  no_ruta: string
  origen: string
  destino: string
}

const tripKey = (v: FieldValues) => [v.fecha, v.hora, v.cliente_id, v.camion_id, v.chofer_id].join('|')
const placesKey = (v: { origen?: unknown; destino?: unknown }) =>
  `${normalize(String(v.origen))}\n${normalize(String(v.destino))}`
const keyOf = (v: FieldValues) => `${tripKey(v)}\n${placesKey(v)}`

/** Returns the live trips with the keys of these rows, oldest first. */
async function findTripsLike(db: Db, all: readonly FieldValues[]): Promise<Map<string, ExistingTrip[]>> {
  const valuesByKey = new Map(all.map((valores) => [tripKey(valores), valores]))
  const keys = [...valuesByKey].map(([clave, valores]) => {
    const { fecha, hora, cliente_id, camion_id, chofer_id } = valores
    return { clave, fecha, hora, cliente_id, camion_id, chofer_id }
  })
  const trips = await readInChunks(keys, (part) =>
    many<ExistingTrip & { clave: string }>(
      db,
      sql`select k.clave, r.id, r.no_ruta, r.origen, r.destino
        from jsonb_to_recordset(${JSON.stringify(part)}::jsonb)
          as k (clave text, fecha date, hora time, cliente_id int, camion_id int, chofer_id int)
        join rutas r on r.cliente_id = k.cliente_id and r.fecha = k.fecha and r.hora = k.hora
          and r.camion_id = k.camion_id and r.chofer_id = k.chofer_id
        where r.eliminado_en is null order by r.id`,
    ),
  )
  return Map.groupBy(trips, (trip) => `${trip.clave}\n${placesKey(trip)}`)
}

function resolveTrip(row: ImportRow, finders: Map<string, NameFinder>): ResolvedRow {
  const resolved = resolveRow(row, rutaReferences, finders)
  const no_ruta = row.parsed.no_ruta == null ? null : (row.valores.no_ruta ?? null)
  return { ...resolved, valores: { ...resolved.valores, no_ruta } }
}

/** Matches trips by number. The n-th row without number matches the n-th existing trip with the same key. */
export const matchRutas: Match = async (db, rows, { duplicados, nombres }) => {
  const finders = await createFinders(db, rows, rutaReferences, nombres)
  const resolvedRows = rows.map((row) => resolveTrip(row, finders))
  const values = validValues(resolvedRows)
  const numbers = values.map(({ no_ruta }) => no_ruta).filter((each) => typeof each === 'string')
  const tripsByNumber = await findNumeros(db, numbers)
  const withoutNumber = values.filter(({ no_ruta }) => no_ruta === null)
  const tripsByKey = await findTripsLike(db, withoutNumber)
  const decideExisting = (resolved: ResolvedRow, id: number | null | undefined, message: string) => {
    const existing = id == null ? undefined : { id, version: 0, valores: {} }
    return decideMatch(resolved, { existing, message, writtenFields: [] }, duplicados)
  }
  const numberKey = ({ valores: { no_ruta } }: ResolvedRow) =>
    no_ruta === null ? null : keyOfNumero(no_ruta)
  return decideRows(resolvedRows, numberKey, (resolved) => {
    const { no_ruta } = resolved.valores
    if (no_ruta === null) {
      const trip = tripsByKey.get(keyOf(resolved.valores))?.shift()
      return decideExisting(resolved, trip?.id, `Ya existe esa ruta: ${trip?.no_ruta}.`)
    }
    const found = tripsByNumber.get(String(no_ruta))
    const message = 'El número de ruta ya existe'
    return found?.enPapelera ? rejectRow(resolved, message) : decideExisting(resolved, found?.id, message)
  })
}
