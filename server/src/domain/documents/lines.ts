import type { DocumentoEntidad, DocumentoEstado, DocumentoPlazo } from '@flota/contract/estados.ts'
import type { Sql } from 'sql-template-tag'
import { matches } from '../../platform/db/search.ts'
import { empty, join, raw, sql } from '../../platform/db/sql.ts'
import { licenciaWarningDays } from './expiry.ts'

// What the list of papers consists of: documents, licences, and obligatory papers that are missing. Each part is a
// select of the same columns; of documents and licences an index has each part in the list's own order.

export interface LineFilter {
  entidad?: DocumentoEntidad | undefined
  entidad_id?: number | undefined
  tipo_id?: number | undefined
  buscar?: string | undefined
  estado?: DocumentoEstado | undefined
  plazo?: DocumentoPlazo | undefined
}

const equals = (column: string, value: number | string | undefined) =>
  value === undefined ? empty : sql` and ${raw(column)} = ${value}`

/** What a type says, as an array with ids for places: a join would lose the index's order, an object costs 30 times as much. */
const byTipo = (column: string) =>
  sql`(array(select ${raw(column)} from generate_series(1, (select max(id) from documento_tipos)) n
    left join documento_tipos t on t.id = n order by n))[tipo_id]`

/** From this day on a paper is due that ends today. */
const lastDue = (hoy: string | Sql, column = 't.dias_aviso') => sql`${hoy}::date + ${byTipo(column)}`

/** Ends within the days of its type, or has ended; the first condition is for the index. */
const isDue = (hoy: string | Sql, column?: string) =>
  sql`vence <= ${hoy}::date + (select max(dias_aviso) from documento_tipos) and vence <= ${lastDue(hoy, column)}`

/** Conditions, of which each is a range of the index, that together make a state. */
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

const endsWithin = (plazo: DocumentoPlazo | undefined, hoy: string) => {
  if (plazo === undefined) return empty
  if (plazo === 'atender') return sql` and ${isDue(hoy)}`
  return sql` and vence between ${hoy} and ${hoy}::date + ${Number.parseInt(plazo, 10)}::int`
}

const visible = raw('eliminado_en is null and not oculto')

/** All that an index has: of a page far back nothing else is read. What is null here, the paper's row tells. */
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

/** @param vivos `[true]` for what is not replaced, `[true, false]` for all */
export const documentParts = (filter: LineFilter, hoy: string, vivos: readonly boolean[]): Sql[] =>
  vivos.flatMap((vivo) =>
    rangesOf(filter.estado, hoy).map(
      (range) =>
        sql`select ${documentKeys} ${fromDocuments(filter, vivo, sql`${range}${endsWithin(filter.plazo, hoy)}`)}`,
    ),
  )

/** Those that are not vigente: what a count of all is lessened by. */
export const dueParts = (filter: LineFilter, hoy: string, vivos: readonly boolean[]): Sql[] =>
  vivos.map((vivo) => sql`select ${fromDocuments(filter, vivo, isDue(hoy))}`)

/** Papers that are due, of types in use: the others ask for nothing. */
export const requiredDueDocuments = (hoy: string | Sql): Sql =>
  sql`select id, vence, nombre, tipo, entidad_id, entidad
    ${fromDocuments({}, true, isDue(hoy, 'case when t.activo and t.eliminado_en is null then t.dias_aviso end'))}`

function licenceRange(estado: DocumentoEstado | undefined, hoy: string): Sql {
  const last = sql`${hoy}::date + ${licenciaWarningDays}::int`
  if (estado === 'vencido') return sql`vencimiento < ${hoy}`
  if (estado === 'por_vencer') return sql`vencimiento between ${hoy} and ${last}`
  return estado === 'vigente' ? sql`vencimiento > ${last}` : sql`true`
}

export function licenceParts(
  { entidad, entidad_id, tipo_id, buscar, estado }: LineFilter,
  hoy: string,
): Sql[] {
  if ((entidad ?? 'choferes') !== 'choferes' || tipo_id !== undefined || estado === 'falta') return []
  return [
    sql`select ${licenceKeys} from choferes
      where eliminado_en is null and vencimiento is not null and ${licenceRange(estado, hoy)}
        ${equals('id', entidad_id)} ${matches(sql`(nombre_completo(busqueda) || E'\nlicencia')`, buscar)}`,
  ]
}

export const dueLicences = (hoy: string | Sql): Sql =>
  sql`select ${licenceKeys} from choferes
    where eliminado_en is null and vencimiento <= ${hoy}::date + ${licenciaWarningDays}::int`

/** Nobody has the paper: for a type `t` and a record `r`. */
export const lacksDocument = raw(
  `not exists (select from documentos d
    where d.tipo_id = t.id and d.entidad_id = r.id and d.eliminado_en is null and d.reemplazado_por is null)`,
)

/** Only of types that somebody lacks, which the kept counts tell. */
export function missingParts({ entidad, entidad_id, tipo_id, buscar, estado }: LineFilter): Sql[] {
  if (estado !== undefined && estado !== 'falta') return []
  // Apart, so that a type's name is made ready for a search once, not once for each record.
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

/** How many rows these parts have together, as SQL. */
export const countOf = (parts: readonly Sql[]): Sql =>
  parts.length === 0
    ? sql`0`
    : join(
        parts.map((part) => sql`(select count(*) from (${part}) parte)`),
        ' + ',
      )

/** How many papers the kept counts have. */
export const storedCount = ({ entidad, tipo_id }: LineFilter, vivos: readonly boolean[]): Sql =>
  sql`(select coalesce(sum(n), 0) from documentos_cuenta
    where vivo in (${join(vivos)}) ${equals('tipo_id', tipo_id)}
      ${entidad === undefined ? empty : sql`and tipo_id in (select id from documento_tipos where aplica = ${entidad})`})`

/** How many are missing, of the kept counts. */
export const storedMissingCount = ({ entidad, tipo_id, estado }: LineFilter): Sql =>
  estado !== undefined && estado !== 'falta'
    ? sql`0`
    : sql`(select coalesce(sum(n), 0) from documentos_faltan where true
        ${equals('entidad', entidad)} ${equals('tipo_id', tipo_id)})`
