import { storedNames } from '@flota/contract/core/fields.ts'
import { pick } from '@flota/contract/core/keys.ts'
import { isOpen, type RutaEstado } from '@flota/contract/records/estados.ts'
import { rutaFields } from '@flota/contract/records/rutas.ts'
import type { AvisoDeViaje } from '@flota/contract/trips/revision.ts'
import type { Ruta, RutaValues } from '@flota/contract/trips/rutas.ts'
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
import { hasSameHours, storedMinutes } from './tripHours.ts'
import { type Hallazgo, toWarnings } from './warnings.ts'

export interface RutaWrite extends Omit<RutaValues, 'cliente' | 'cliente_id' | 'estado'> {
  cliente_id: number
  estado: NonNullable<RutaValues['estado']>
}

export interface WriteResult {
  /** null if nothing was written: with nothing missing and nothing blocking, the number is taken. */
  ruta: Ruta | null
  missing: ReferenceColumn[]
  avisos: AvisoDeViaje[]
  /** A warning blocks the trip, and its number is free. */
  isBlocked: boolean
}

type RutaFields = Omit<RutaWrite, 'motivo_excepcion'>
type RutaColumns = Columns<RutaFields, 'correlativo' | 'busqueda' | 'inicio' | 'fin'>

type RutaExpressions = { [K in keyof RutaFields]: RutaFields[K] | Sql }
type SearchParts = Parameters<typeof rutaSearchText>[0]

/** Returns the columns of a trip for a statement whose row `horario` has its begin and end. */
export const columnsOf = (ruta: RutaExpressions, duracion: Sql, searchParts: SearchParts) =>
  ({
    ...pick(ruta, storedNames(rutaFields)),
    correlativo: sql`numero_de_ruta(${ruta.no_ruta})`,
    fecha: sql`${ruta.fecha}::date`,
    hora: sql`${ruta.hora}::time`,
    duracion_min: duracion,
    inicio: raw('horario.inicio'),
    fin: raw('horario.fin'),
    busqueda: rutaSearchText(searchParts),
  }) satisfies RutaColumns

const searchPartsOf = (ruta: RutaWrite, cliente: unknown, piloto: unknown): SearchParts => ({
  no_ruta: normalize(ruta.no_ruta),
  cliente,
  servicio: normalize(ruta.servicio),
  piloto,
})

/** Returns the trip's minutes: `duracion`, else those of the price list or of the settings. */
const effectiveMinutes = (r: RutaWrite, duracion: Sql) =>
  sql`duracion_de(${duracion}, ${r.cliente_id}, ${r.origen}, ${r.destino}, ${r.servicio}, ${r.fecha})`

const usedReferences = (ruta: RutaWrite) => referenceColumns.filter((column) => ruta[column] !== null)

/** Returns the CTEs `revision`, which checks the trip before locking rows, and `fila_…`, which lock its records. */
const checkCtes = (r: RutaWrite, minutes: Sql, id: number | null, isRefused: Sql) =>
  sql`revision as materialized (select * from revisar_bloqueando(${r.camion_id}, ${r.chofer_id}, ${r.ayudante_id},
      ${r.fecha}, ${r.hora}, ${minutes}, ${r.mercaderia}, ${r.estado}, ${id}, ${isRefused})),
    ${join(usedReferences(r).map((column) => lockedReferenceCte(column, r[column])))}`

/** Returns the results of the CTEs. `tomado`, a taken number, is null unless the check blocks. `hay_…` is false in the bin. */
const checkColumns = (ruta: RutaWrite, id: number | null) => sql`revision.hallazgos, revision.bloquea,
  case when revision.bloquea then esta_tomado(${ruta.no_ruta}, ${id}) end as tomado, ${shownReferenceColumns(usedReferences(ruta))},
  ${columnList(usedReferences(ruta), (column) => `(select eliminado_en is null from fila_${column}) as hay_${column}`)}`

type CheckResult = { hallazgos: Hallazgo[]; bloquea: boolean; tomado: boolean | null } & Partial<
  Record<`hay_${ReferenceColumn}`, boolean | null>
>

const logBlockException = (written: string, motivo: string | null) =>
  sql`bitacora_agregar('excepcion', 'rutas', ${raw(`${written}.id, ${written}.no_ruta`)}, '{}', ${motivo})`

/** Opens or closes the trip's incidents after its state changed to or from Incidente. */
const recordIncidents = (written: string, userId: number) =>
  sql`cambia_incidentes(${raw(`${written}.id, ${written}.estado`)}, ${userId}, null, null, null, now())`

/**
 * Inserts the route, its first history row and the totals, if all its records exist and the check does not block it, or
 * the user gives a reason for an exception.
 */
export async function insertRuta(
  db: Pick<Db, 'queries'>,
  ruta: RutaWrite,
  userId: number,
): Promise<WriteResult> {
  const duracion = sql`${ruta.duracion_min ?? null}::int`
  const searchParts = searchPartsOf(ruta, raw('fila_cliente_id.buscado'), raw('fila_chofer_id.buscado'))
  const columns = columnsOf(ruta, duracion, searchParts)
  const motivo = ruta.motivo_excepcion ?? null
  const used = usedReferences(ruta)
  const [[row]] = await db.queries<[CheckResult & (Ruta | { id: null })]>([
    prepared(sql`with ${checkCtes(ruta, effectiveMinutes(ruta, duracion), null, sql`${motivo}::text is null`)},
      nueva as (
        insert into rutas (${columnNames(columns)}) select ${columnValues(columns)}
        from ${columnList(used, (column) => `fila_${column}`)}, revision as horario
        where (not bloquea or ${motivo}::text is not null)
          and ${raw(used.map((column) => `fila_${column}.eliminado_en is null`).join(' and '))}
        on conflict do nothing returning *),
      historia as (
        insert into rutas_historial (ruta_id, estado_nuevo, usuario_id) select id, estado, ${userId} from nueva)
      select nueva.*, ${checkColumns(ruta, null)}, (select contar_ruta(null, nueva) from nueva),
        (select ${logBlockException('nueva', motivo)} from nueva, revision where bloquea),
        (select ${recordIncidents('nueva', userId)} from nueva where estado = 'Incidente')
      from revision left join nueva on true`),
  ])
  if (!row) throw new Error('insertRuta returned no row')
  const missing = used.filter((column) => !row[`hay_${column}`])
  return {
    ruta: row.id === null ? null : row,
    missing,
    avisos: toWarnings(row.hallazgos),
    isBlocked: row.bloquea && motivo === null && !row.tomado,
  }
}

/** Keeps the stored minutes if the form omits them. */
const minutesOf = ({ duracion_min }: RutaWrite, stored: Sql) =>
  duracion_min === undefined ? stored : sql`${duracion_min}::int`

/** Tests if the stored trip is closed and `ruta` is not. */
const isReopened = (ruta: RutaWrite) => sql`(${isOpen(ruta)} and not ${isOpenSql})`

/** Tests if the stored trip keeps begin and end. */
const keepsHours = (ruta: RutaWrite) =>
  sql`(${hasSameHours(ruta, minutesOf(ruta, raw('duracion_min')))} and not ${isReopened(ruta)})`

/** Tests if the trip is reopened or a checked field changes: otherwise the check cannot block it. */
const isReplanned = (ruta: RutaWrite) =>
  sql`(${isReopened(ruta)} or (camion_id, chofer_id, ayudante_id, fecha, hora, duracion_min) is distinct from
    (${ruta.camion_id}::int, ${ruta.chofer_id}::int, ${ruta.ayudante_id}::int, ${ruta.fecha}::date, ${ruta.hora}::time,
      ${minutesOf(ruta, raw('duracion_min'))}))`

/** Stored values of a locked route; all null if it does not exist. */
type LockedTrip = CheckResult & { [K in ReferenceColumn | 'version' | 'duracion_min']: number | null } & {
  estado: RutaEstado | null
  replanea: boolean | null
  cliente_buscado: string
  piloto_buscado: string
}

/** Checks the trip, then locks its records, then its row. Every write, including renaming, locks in this order. */
async function checkAndLock(db: Db, id: number, ruta: RutaWrite): Promise<LockedTrip> {
  const stored = sql`from rutas where id = ${id} and eliminado_en is null`
  const isRefused = sql`${ruta.motivo_excepcion ?? null}::text is null
    and exists (select ${stored} and ${isReplanned(ruta)})`
  const minutes = sql`coalesce((select ${storedMinutes} ${stored} and ${keepsHours(ruta)}),
    ${effectiveMinutes(ruta, minutesOf(ruta, sql`(select duracion_min ${stored})`))})`
  const locks = usedReferences(ruta).map((column) => `select id from fila_${column}`)
  const before = await one<LockedTrip>(
    db,
    prepared(sql`with ${checkCtes(ruta, minutes, id, isRefused)},
      -- antes reads primero, so that the route's row is locked last.
      primero as (select count(*) as n from (${raw(locks.join(' union all '))}) filas),
      antes as (
        select version, estado, duracion_min, ${raw(referenceColumns.join(', '))}, ${isReplanned(ruta)} as replanea
        ${stored} and (select n from primero) >= 0 for no key update)
      select antes.*, ${checkColumns(ruta, id)}, (select buscado from fila_cliente_id) as cliente_buscado,
        (select buscado from fila_chofer_id) as piloto_buscado
      from revision left join antes on true`),
  )
  if (!before) throw new Error('checkAndLock returned no row')
  return before
}

/** Writes the locked route, its history and the totals. @param motivo reason for the audit log if the check blocks the change */
const replaceLocked = (
  db: Db,
  id: number,
  ruta: RutaWrite,
  before: LockedTrip,
  userId: number,
  motivo: string | null,
) => {
  const duracion = minutesOf(ruta, sql`${before.duracion_min}::int`)
  const searchParts = searchPartsOf(ruta, before.cliente_buscado, before.piloto_buscado)
  const columns = columnsOf(ruta, duracion, searchParts)
  return one<Ruta>(
    db,
    prepared(sql`with antes as (select * from rutas where id = ${id}),
      horario as (
        select horas.* from (select *, ${keepsHours(ruta)} as conserva from antes) a, lateral (
          select a.inicio, a.fin where conserva union all
          select h.inicio, h.fin from horario(${ruta.fecha}, ${ruta.hora}, ${effectiveMinutes(ruta, duracion)}) h
          where not conserva) horas),
      despues as (
        update rutas r set ${setNextVersion(columns)} from horario where r.id = ${id} returning r.*),
      historia as (
        insert into rutas_historial (ruta_id, estado_anterior, estado_nuevo, usuario_id)
        select antes.id, antes.estado, despues.estado, ${userId} from antes, despues
        where antes.estado <> despues.estado)
      select despues.*, contar_ruta(antes, despues),
        case when ${motivo}::text is not null then ${logBlockException('despues', motivo)} end,
        case when antes.estado <> despues.estado and 'Incidente' in (antes.estado, despues.estado)
          then ${recordIncidents('despues', userId)} end
      from antes, despues`),
  )
}

/**
 * Replaces a route of the given version. Unless it is reopened, it may keep records that are in the bin.
 * @returns `exists`: the route exists; `isCurrent`: its version is the given one
 */
export async function updateRuta(
  db: Db,
  id: number,
  ruta: RutaWrite,
  version: Version,
  userId: number,
): Promise<WriteResult & { exists: boolean; isCurrent: boolean }> {
  const before = await checkAndLock(db, id, ruta)
  const mayKeep = before.estado !== null && (!isOpen(ruta) || isOpen({ estado: before.estado }))
  const missing = usedReferences(ruta).filter(
    (column) => !(before[`hay_${column}`] || (mayKeep && before[column] === ruta[column])),
  )
  const blocks = before.bloquea && before.replanea === true
  const motivo = ruta.motivo_excepcion ?? null
  const isRefused = blocks && motivo === null
  const exists = before.version !== null
  const isCurrent = exists && (version == null || version === before.version)
  const mayWrite = isCurrent && missing.length === 0 && !isRefused
  const written = mayWrite && (await replaceLocked(db, id, ruta, before, userId, blocks ? motivo : null))
  return {
    ruta: written ? { ...before, ...written } : null,
    missing,
    avisos: toWarnings(before.hallazgos),
    isBlocked: isRefused && !before.tomado,
    exists,
    isCurrent,
  }
}
