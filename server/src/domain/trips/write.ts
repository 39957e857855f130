import { isOpen, type RutaEstado } from '@flota/contract/estados.ts'
import type { AvisoDeViaje } from '@flota/contract/revision.ts'
import type { Ruta, RutaValues } from '@flota/contract/rutas.ts'
import type { Sql } from 'sql-template-tag'
import {
  type Columns,
  columnNames,
  columnValues,
  setNextVersion,
  type Version,
} from '../../platform/db/records.ts'
import { normalize } from '../../platform/db/search.ts'
import { type Db, join, one, prepared, raw, sql } from '../../platform/db/sql.ts'
import {
  columnList,
  isOpenSql,
  lockedReferenceCte,
  type ReferenceColumn,
  referenceColumns,
  shownReferenceColumns,
} from './references.ts'
import { rutaSearchText } from './searchText.ts'
import { type Hallazgo, toWarnings } from './warnings.ts'

/** The values of the form once the client has an id and the state is set. */
export interface RutaWrite extends Omit<RutaValues, 'cliente' | 'cliente_id' | 'estado'> {
  cliente_id: number
  estado: NonNullable<RutaValues['estado']>
}

export interface WriteResult {
  /** As it was written; null if it was not. If no record is missing and nothing blocks it, its number is taken. */
  ruta: Ruta | null
  missing: ReferenceColumn[]
  /** What speaks against the trip. */
  avisos: AvisoDeViaje[]
  /** One of `avisos` keeps it from being written, and its number is free. */
  isBlocked: boolean
}

/** Fields of the form that are columns of a trip. */
export type RutaFields = Omit<RutaWrite, 'motivo_excepcion'>
/** Columns of a trip, of the form and of the program: one that is missing does not compile. */
export type RutaColumns = Columns<RutaFields, 'correlativo' | 'busqueda' | 'inicio' | 'fin'>

/** The same fields as values or as SQL. */
type RutaExpressions = { [K in keyof RutaFields]: RutaFields[K] | Sql }
type SearchParts = Parameters<typeof rutaSearchText>[0]

/** Returns the columns of a trip. `horario` has its begin and end, `buscado` the texts that a search compares. */
export const columnsOf = (ruta: RutaExpressions, duracion: Sql, buscado: SearchParts) =>
  ({
    no_ruta: ruta.no_ruta,
    correlativo: sql`numero_de_ruta(${ruta.no_ruta})`,
    cliente_id: ruta.cliente_id,
    servicio: ruta.servicio,
    mercaderia: ruta.mercaderia,
    camion_id: ruta.camion_id,
    combustible: ruta.combustible,
    origen: ruta.origen,
    destino: ruta.destino,
    chofer_id: ruta.chofer_id,
    ayudante_id: ruta.ayudante_id,
    fecha: sql`${ruta.fecha}::date`,
    hora: sql`${ruta.hora}::time`,
    precio: ruta.precio,
    comentario: ruta.comentario,
    duracion_min: duracion,
    inicio: raw('horario.inicio'),
    fin: raw('horario.fin'),
    estado: ruta.estado,
    busqueda: rutaSearchText(buscado),
  }) satisfies RutaColumns

const searchPartsOf = (ruta: RutaWrite, cliente: unknown, piloto: unknown): SearchParts => ({
  no_ruta: normalize(ruta.no_ruta),
  cliente,
  servicio: normalize(ruta.servicio),
  piloto,
})

/** The trip's minutes: `duracion`, or else what the price list or the settings say. */
const minutos = (r: RutaWrite, duracion: Sql) =>
  sql`duracion_de(${duracion}, ${r.cliente_id}, ${r.origen}, ${r.destino}, ${r.servicio}, ${r.fecha})`

const givenReferences = (ruta: RutaWrite) => referenceColumns.filter((column) => ruta[column] !== null)

/** The CTEs `revision`, which checks the trip before any row is locked, and `fila_…`, which lock the records it refers to. */
const checkCtes = (r: RutaWrite, duracion: Sql, id: number | null, isRefused: Sql) =>
  sql`revision as materialized (select * from revisar_bloqueando(${r.camion_id}, ${r.chofer_id}, ${r.ayudante_id},
      ${r.fecha}, ${r.hora}, ${minutos(r, duracion)}, ${r.mercaderia}, ${r.estado}, ${id}, ${isRefused})),
    ${join(givenReferences(r).map((column) => lockedReferenceCte(column, r[column])))}`

/** The result of `revision` and `fila_…`: `tomado` is looked up only if something blocks; `hay_…` is null for a missing record and false for one in the bin. */
const checkColumns = (ruta: RutaWrite, id: number | null) => sql`revision.hallazgos, revision.bloquea,
  case when revision.bloquea then esta_tomado(${ruta.no_ruta}, ${id}) end as tomado, ${shownReferenceColumns(givenReferences(ruta))},
  ${columnList(givenReferences(ruta), (column) => `(select eliminado_en is null from fila_${column}) as hay_${column}`)}`

type CheckResult = { hallazgos: Hallazgo[]; bloquea: boolean; tomado: boolean | null } & Partial<
  Record<`hay_${ReferenceColumn}`, boolean | null>
>

const toWriteResult = (
  ruta: Ruta | null,
  missing: ReferenceColumn[],
  { hallazgos, tomado }: CheckResult,
  refused: boolean,
) => ({
  ruta,
  missing,
  avisos: toWarnings(hallazgos),
  isBlocked: refused && !tomado,
})

/** At the end of the statement: whether a trip was written although something blocked it. */
const logException = (written: string, motivo: string | null) =>
  sql`bitacora_agregar('excepcion', 'rutas', ${raw(`${written}.id, ${written}.no_ruta`)}, '{}', ${motivo})`

/** Opens or closes the trip's incidents when its state changes to Incidente or from it. */
const recordIncidents = (written: string, userId: number) =>
  sql`cambia_incidentes(${raw(`${written}.id, ${written}.estado`)}, ${userId}, null, null, null, now())`

/**
 * One statement writes the route, its first history row and the totals, if every record it refers to exists and nothing
 * blocks it, or a reason for the exception is given.
 */
export async function insertRuta(
  db: Pick<Db, 'queries'>,
  ruta: RutaWrite,
  userId: number,
): Promise<WriteResult> {
  const duracion = sql`${ruta.duracion_min ?? null}::int`
  const buscado = searchPartsOf(ruta, raw('fila_cliente_id.buscado'), raw('fila_chofer_id.buscado'))
  const columns = columnsOf(ruta, duracion, buscado)
  const motivo = ruta.motivo_excepcion ?? null
  const given = givenReferences(ruta)
  const [[told]] = await db.queries<[CheckResult & (Ruta | { id: null })]>([
    prepared(sql`with ${checkCtes(ruta, duracion, null, sql`${motivo}::text is null`)},
      nueva as (
        insert into rutas (${columnNames(columns)}) select ${columnValues(columns)}
        from ${columnList(given, (column) => `fila_${column}`)}, revision as horario
        where (not bloquea or ${motivo}::text is not null)
          and ${raw(given.map((column) => `fila_${column}.eliminado_en is null`).join(' and '))}
        on conflict do nothing returning *),
      historia as (
        insert into rutas_historial (ruta_id, estado_nuevo, usuario_id) select id, estado, ${userId} from nueva)
      select nueva.*, ${checkColumns(ruta, null)}, (select contar_ruta(null, nueva) from nueva),
        (select ${logException('nueva', motivo)} from nueva, revision where bloquea),
        (select ${recordIncidents('nueva', userId)} from nueva where estado = 'Incidente')
      from revision left join nueva on true`),
  ])
  if (!told) throw new Error('a check gave no row')
  const missing = given.filter((column) => !told[`hay_${column}`])
  return toWriteResult(told.id === null ? null : told, missing, told, told.bloquea && motivo === null)
}

/** Keeps the stored minutes if the form leaves them out. */
const minutesOf = ({ duracion_min }: RutaWrite, own: Sql) =>
  duracion_min === undefined ? own : sql`${duracion_min}::int`

/** Whether the trip is reopened or a checked field changes: only then may the check refuse it. */
const isReplanned = (ruta: RutaWrite) =>
  sql`(not ${isOpenSql} or (camion_id, chofer_id, ayudante_id, fecha, hora, duracion_min) is distinct from
    (${ruta.camion_id}::int, ${ruta.chofer_id}::int, ${ruta.ayudante_id}::int, ${ruta.fecha}::date, ${ruta.hora}::time,
      ${minutesOf(ruta, raw('duracion_min'))}))`

/** What a change reads and locks until the transaction ends; all null if the route does not exist. */
type LockedTrip = CheckResult & { [K in ReferenceColumn | 'version' | 'duracion_min']: number | null } & {
  estado: RutaEstado | null
  replanea: boolean | null
  cliente_buscado: string
  piloto_buscado: string
}

/** Checks, then locks the records that the trip refers to, then its row: every write, a renaming too, locks in this order. */
async function checkAndLock(db: Db, id: number, ruta: RutaWrite): Promise<LockedTrip> {
  const stored = sql`from rutas where id = ${id} and eliminado_en is null`
  const isRefused = sql`${ruta.motivo_excepcion ?? null}::text is null
    and exists (select ${stored} and ${isReplanned(ruta)})`
  const minutes = minutesOf(ruta, sql`(select duracion_min ${stored})`)
  const filas = givenReferences(ruta).map((column) => `select id from fila_${column}`)
  const before = await one<LockedTrip>(
    db,
    prepared(sql`with ${checkCtes(ruta, minutes, id, isRefused)},
      -- It is read by antes, so that the route's row is held after theirs.
      primero as (select count(*) as n from (${raw(filas.join(' union all '))}) filas),
      antes as (
        select version, estado, duracion_min, ${raw(referenceColumns.join(', '))}, ${isReplanned(ruta)} as replanea
        ${stored} and (select n from primero) >= 0 for no key update)
      select antes.*, ${checkColumns(ruta, id)}, (select buscado from fila_cliente_id) as cliente_buscado,
        (select buscado from fila_chofer_id) as piloto_buscado
      from revision left join antes on true`),
  )
  if (!before) throw new Error('a check gave no row')
  return before
}

/** Writes the locked route, its history and the totals. @param motivo the reason for the log, where the check blocks the change */
const replace = (
  db: Db,
  id: number,
  ruta: RutaWrite,
  before: LockedTrip,
  userId: number,
  motivo: string | null,
) => {
  const duracion = minutesOf(ruta, sql`${before.duracion_min}::int`)
  const buscado = searchPartsOf(ruta, before.cliente_buscado, before.piloto_buscado)
  const columns = columnsOf(ruta, duracion, buscado)
  return one<Ruta>(
    db,
    prepared(sql`with antes as (select * from rutas where id = ${id}),
      despues as (
        update rutas r set ${setNextVersion(columns)}
        from horario(${ruta.fecha}, ${ruta.hora}, ${minutos(ruta, duracion)}) as horario
        where r.id = ${id} returning r.*),
      historia as (
        insert into rutas_historial (ruta_id, estado_anterior, estado_nuevo, usuario_id)
        select antes.id, antes.estado, despues.estado, ${userId} from antes, despues
        where antes.estado <> despues.estado)
      select despues.*, contar_ruta(antes, despues),
        case when ${motivo}::text is not null then ${logException('despues', motivo)} end,
        case when antes.estado <> despues.estado and 'Incidente' in (antes.estado, despues.estado)
          then ${recordIncidents('despues', userId)} end
      from antes, despues`),
  )
}

/**
 * Replaces a route of the given version. It may keep records that are in the bin, unless it is reopened. The check can
 * refuse it only if a checked field changes.
 * @returns `hubo`: whether the route exists; `vigente`: whether its version is the given one
 */
export async function updateRuta(
  db: Db,
  id: number,
  ruta: RutaWrite,
  version: Version,
  userId: number,
): Promise<WriteResult & { hubo: boolean; vigente: boolean }> {
  const before = await checkAndLock(db, id, ruta)
  const { estado } = before
  const mayKeep = estado !== null && (!isOpen(ruta) || isOpen({ estado }))
  const missing = givenReferences(ruta).filter(
    (column) => !(before[`hay_${column}`] || (mayKeep && before[column] === ruta[column])),
  )
  const blocks = before.bloquea && before.replanea === true
  const motivo = ruta.motivo_excepcion ?? null
  const isRefused = blocks && motivo === null
  const hubo = before.version !== null
  const vigente = hubo && (version == null || version === before.version)
  const isWritten = vigente && missing.length === 0 && !isRefused
  const written = isWritten && (await replace(db, id, ruta, before, userId, blocks ? motivo : null))
  return {
    ...toWriteResult(written ? { ...before, ...written } : null, missing, before, isRefused),
    hubo,
    vigente,
  }
}
