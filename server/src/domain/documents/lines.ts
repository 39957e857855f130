import type { DocumentoEntidad, DocumentoEstado, DocumentoPlazo } from '@flota/contract/records/estados.ts'
import type { Sql } from 'sql-template-tag'
import type { SearchedTable } from '../../platform/db/nameKeys.ts'
import { matches, type NamedSearch } from '../../platform/db/search.ts'
import { empty, join, raw, sql } from '../../platform/db/sql.ts'
import { licenciaWarningDays } from './expiry.ts'

// Parts of the list of documents: documents, licences and missing obligatory documents. Each part selects the same
// columns. For documents and licences an index has each part in the list's order.

export interface LineFilter {
  entidad?: DocumentoEntidad | undefined
  entidad_id?: number | undefined
  tipo_id?: number | undefined
  buscar?: NamedSearch | undefined
  estado?: DocumentoEstado | undefined
  plazo?: DocumentoPlazo | undefined
}

/** Tables whose names the lines have. */
export const namedTables: readonly SearchedTable[] = ['choferes', 'ayudantes', 'camiones']

const equals = (column: string, value: number | string | undefined) =>
  value === undefined ? empty : sql` and ${raw(column)} = ${value}`

/**
 * Returns a type's column from an array indexed by id. A join would lose the index's order, and a JSON object takes 30
 * times as long.
 */
const byTipo = (column: string) =>
  sql`(array(select ${raw(column)} from generate_series(1, (select max(id) from documento_tipos)) n
    left join documento_tipos t on t.id = n order by n))[tipo_id]`

/** Last end date that is within the type's warning days. */
const lastDue = (hoy: string | Sql, column = 't.dias_aviso') => sql`${hoy}::date + ${byTipo(column)}`

/** Expired or within the type's warning days; the first condition uses the index. */
const isDue = (hoy: string | Sql, column?: string) =>
  sql`vence <= ${hoy}::date + (select max(dias_aviso) from documento_tipos) and vence <= ${lastDue(hoy, column)}`

/** Returns the conditions of a state, each a range of the index. */
function rangesOf(estado: DocumentoEstado | undefined, hoy: string): Sql[] {
  switch (estado) {
    case undefined:
      return [sql`true`]
    case 'vencido':
      return [sql`vence < ${hoy}`]
    case 'por_vencer':
      return [sql`vence >= ${hoy} and ${isDue(hoy)}`]
    case 'vigente':
      return [
        sql`vence > ${hoy}::date + (select min(dias_aviso) from documento_tipos) and vence > ${lastDue(hoy)}`,
        sql`vence is null`,
      ]
    case 'falta':
      return []
  }
}

/** @param due condition of `atender` */
function endsWithin(plazo: DocumentoPlazo | undefined, column: string, hoy: string, due: Sql): Sql {
  if (plazo === undefined) return empty
  if (plazo === 'atender') return sql` and ${due}`
  return sql` and ${raw(column)} between ${hoy} and ${hoy}::date + ${Number.parseInt(plazo, 10)}::int`
}

const visible = raw('eliminado_en is null and not oculto')

/** Columns of the index: deep pages are index-only scans. Nulls are read from the document's row later. */
const documentKeys = raw(
  `id, vence, nombre collate es_nombre as nombre, tipo collate es_nombre as tipo, entidad_id,
    null::text as entidad, null::int as tipo_id`,
)
const licenceKeys = raw(
  `null::int as id, vencimiento as vence, trim(concat_ws(' ', nombre, apellido)) collate es_nombre as nombre,
    'Licencia' collate es_nombre as tipo, id as entidad_id, 'choferes'::text as entidad, null::int as tipo_id`,
)
const missingKeys = raw(
  `null::int as id, null::date as vence, r.nombre collate es_nombre as nombre, t.nombre collate es_nombre as tipo,
    r.id as entidad_id, r.entidad, t.id as tipo_id`,
)

const fromDocuments = (filter: LineFilter, vivo: boolean, range: Sql) =>
  sql`from documentos where ${raw(vivo ? 'vivo' : 'not vivo')} and ${visible} and ${range}
    ${equals('entidad', filter.entidad)} ${equals('entidad_id', filter.entidad_id)}
    ${equals('tipo_id', filter.tipo_id)} ${matches(raw('busqueda'), filter.buscar)}`

/** @param vivos `[true]` for documents that are not replaced, `[true, false]` for all */
export const documentParts = (filter: LineFilter, hoy: string, vivos: readonly boolean[]): Sql[] =>
  vivos.flatMap((vivo) =>
    rangesOf(filter.estado, hoy).map(
      (range) =>
        sql`select ${documentKeys} ${fromDocuments(filter, vivo, sql`${range}${endsWithin(filter.plazo, 'vence', hoy, isDue(hoy))}`)}`,
    ),
  )

/** Selects documents that are not vigente; the count of vigente subtracts them. */
export const dueParts = (filter: LineFilter, hoy: string, vivos: readonly boolean[]): Sql[] =>
  vivos.map((vivo) => sql`select ${fromDocuments(filter, vivo, isDue(hoy))}`)

/** Selects due documents of active types. */
export const requiredDueDocuments = (hoy: string | Sql): Sql =>
  sql`select id, vence, nombre, tipo, entidad_id, entidad
    ${fromDocuments({}, true, isDue(hoy, 'case when t.activo and t.eliminado_en is null then t.dias_aviso end'))}`

const lastDueLicence = (hoy: string | Sql) => sql`${hoy}::date + ${licenciaWarningDays}::int`

function licenceRange(estado: DocumentoEstado | undefined, hoy: string): Sql {
  const last = lastDueLicence(hoy)
  if (estado === 'vencido') return sql`vencimiento < ${hoy}`
  if (estado === 'por_vencer') return sql`vencimiento between ${hoy} and ${last}`
  return estado === 'vigente' ? sql`vencimiento > ${last}` : sql`true`
}

export function licenceParts(
  { entidad, entidad_id, tipo_id, buscar, estado, plazo }: LineFilter,
  hoy: string,
): Sql[] {
  if ((entidad ?? 'choferes') !== 'choferes' || tipo_id !== undefined || estado === 'falta') return []
  return [
    sql`select ${licenceKeys} from choferes
      where eliminado_en is null and vencimiento is not null and ${licenceRange(estado, hoy)}
        ${endsWithin(plazo, 'vencimiento', hoy, sql`vencimiento <= ${lastDueLicence(hoy)}`)}
        ${equals('id', entidad_id)} ${matches(sql`(nombre_completo(busqueda) || E'\nlicencia')`, buscar)}`,
  ]
}

export const dueLicences = (hoy: string | Sql): Sql =>
  sql`select ${licenceKeys} from choferes
    where eliminado_en is null and vencimiento <= ${lastDueLicence(hoy)}`

/** Whether the record `r` has no live document of the type `t`. */
export const lacksDocument = raw(
  `not exists (select from documentos d
    where d.tipo_id = t.id and d.entidad_id = r.id and d.eliminado_en is null and d.reemplazado_por is null)`,
)

/** Whether the filter includes what is missing. */
const includesMissing = ({ estado, plazo }: LineFilter) =>
  (estado ?? 'falta') === 'falta' && (plazo ?? 'atender') === 'atender'

/** Selects missing documents, only of types whose stored count is above 0. */
export function missingParts(filter: LineFilter): Sql[] {
  if (!includesMissing(filter)) return []
  const { entidad, entidad_id, tipo_id, buscar } = filter
  // A subquery, so that a type's name is normalized once, not once per record.
  const tipos = buscar
    ? sql`(select *, normaliza(nombre) as buscado from documento_tipos offset 0)`
    : sql`documento_tipos`
  return [
    sql`select ${missingKeys} from ${tipos} t join con_papeles r on r.entidad = t.aplica
      where t.id in (select tipo_id from documentos_faltan where n > 0) and ${lacksDocument}
        ${equals('t.aplica', entidad)} ${equals('r.id', entidad_id)} ${equals('t.id', tipo_id)}
        ${matches(sql`(r.busqueda || E'\n' || t.buscado)`, buscar)}`,
  ]
}

/** Selects the facts that records lack because a sheet came in without them. */
export function missingFactParts(filter: LineFilter): Sql[] {
  const { entidad, entidad_id, tipo_id, buscar } = filter
  if (tipo_id !== undefined || !includesMissing(filter)) return []
  return [
    sql`select null::int as id, null::date as vence, nombre collate es_nombre as nombre,
        dato collate es_nombre as tipo, id as entidad_id, entidad, null::int as tipo_id
      from datos_faltan where true ${equals('entidad', entidad)} ${equals('id', entidad_id)}
        ${matches(sql`(busqueda || E'\n' || normaliza(dato))`, buscar)}`,
  ]
}

/** Returns SQL that counts the rows of all parts, of each up to a limit. */
export const countOf = (parts: readonly Sql[], limit: Sql = empty): Sql =>
  parts.length === 0
    ? sql`0`
    : join(
        parts.map((part) => sql`(select count(*) from (${part} ${limit}) parte)`),
        ' + ',
      )

/** Returns SQL for the stored number of documents. */
export const storedCount = ({ entidad, tipo_id }: LineFilter, vivos: readonly boolean[]): Sql =>
  sql`(select coalesce(sum(n), 0) from documentos_cuenta
    where vivo in (${join(vivos)}) ${equals('tipo_id', tipo_id)}
      ${entidad === undefined ? empty : sql`and tipo_id in (select id from documento_tipos where aplica = ${entidad})`})`

/** Returns SQL for the stored number of missing documents. */
export const storedMissingCount = (filter: LineFilter): Sql =>
  includesMissing(filter)
    ? sql`(select coalesce(sum(n), 0) from documentos_faltan where true
        ${equals('entidad', filter.entidad)} ${equals('tipo_id', filter.tipo_id)})`
    : sql`0`
