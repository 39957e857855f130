import type { DocumentoFilters, DocumentosQuery, Papel } from '@flota/contract/documents/documentos.ts'
import type { Sql } from 'sql-template-tag'
import { expiryOf, licenciaWarningDays } from '../../domain/documents/expiry.ts'
import {
  countOf,
  documentParts,
  dueParts,
  licenceParts,
  missingFactParts,
  missingParts,
  namedTables,
  storedCount,
  storedMissingCount,
} from '../../domain/documents/lines.ts'
import { withNames } from '../../platform/db/nameKeys.ts'
import { searchLimit, toCountedPage, toSearchedPage } from '../../platform/db/pagedSearch.ts'
import type { NamedQuery } from '../../platform/db/search.ts'
import {
  type Db,
  join,
  limitOffset,
  many,
  one,
  prepared,
  raw,
  type Statement,
  sql,
} from '../../platform/db/sql.ts'
import type { PageOf } from '../../platform/http/serve.ts'
import type { ExportQuery } from '../../platform/http/serveExport.ts'

type DocumentoLine = Omit<Papel, 'dias' | 'estado'> & { dias_aviso: number }

const orderOf = ({ orden }: Pick<DocumentosQuery, 'orden'>) =>
  raw(
    `${orden === '-vence' ? 'vence desc' : 'vence'} nulls last, nombre collate es_nombre, tipo collate es_nombre, id, entidad_id`,
  )

const vivosOf = ({ historial }: Pick<DocumentosQuery, 'historial'>) =>
  historial === 'si' ? [true, false] : [true]

/** Whether the filters leave few rows. */
const isNarrow = ({ buscar, entidad_id }: NamedQuery<DocumentosQuery>) =>
  Boolean(buscar) || entidad_id !== undefined

/** Narrow queries are planned for their values. */
const asStatement = (query: NamedQuery<DocumentosQuery>, statement: Sql): Statement =>
  isNarrow(query) ? statement : prepared(statement)

interface Totals {
  /** All lines; of a search, only enough to know whether there are more than are counted. */
  total: number
  /** Of these, missing documents. */
  missing: number
}

async function findTotals(db: Db, query: NamedQuery<DocumentosQuery>, hoy: string): Promise<Totals> {
  const { estado, plazo } = query
  const vivos = vivosOf(query)
  const isCounted = isNarrow(query) || plazo !== undefined || (estado !== undefined && estado !== 'vigente')
  const all = sql`${storedCount(query, vivos)} ${estado === 'vigente' ? sql`- (${countOf(dueParts(query, hoy, vivos))})` : sql``}`
  const limit = query.buscar && searchLimit
  const documents = isCounted ? countOf(documentParts(query, hoy, vivos), limit) : all
  const documentsMissing = isNarrow(query) ? countOf(missingParts(query), limit) : storedMissingCount(query)
  const missing = sql`${documentsMissing} + ${countOf(missingFactParts(query), limit)}`
  const found = await one<Totals>(
    db,
    asStatement(
      query,
      // Materialized, so that missing documents are counted once.
      sql`with cuentas as materialized (
        select (${documents}) + (${countOf(licenceParts(query, hoy), limit)}) as n, (${missing})::int as faltan)
      select n + faltan as total, faltan as missing from cuentas`,
    ),
  )
  return found ?? { total: 0, missing: 0 }
}

/** Takes from each part only the rows that the page may need, in the order of an index. */
async function findLines(
  db: Db,
  query: NamedQuery<DocumentosQuery>,
  parts: readonly Sql[],
): Promise<DocumentoLine[]> {
  if (parts.length === 0) return []
  const skip = (query.pagina - 1) * query.porPagina
  const order = orderOf(query)
  const first = parts.map(
    (part) =>
      sql`(select * from (${part}) parte order by ${order} limit (select ${skip + query.porPagina}::bigint))`,
  )
  return many<DocumentoLine>(
    db,
    asStatement(
      query,
      sql`select id, p.tipo_id, p.tipo, p.entidad, p.entidad_id, p.nombre, numero, emitido, p.vence, nota, reemplazado_por,
        version, creado_en, actualizado_en, coalesce(dias_aviso, ${licenciaWarningDays}) as dias_aviso
      from (select l.id, l.vence, l.nombre, l.tipo, l.entidad_id, coalesce(d.entidad, l.entidad) as entidad,
          coalesce(d.tipo_id, l.tipo_id) as tipo_id, numero, emitido, nota, reemplazado_por, version, creado_en,
          actualizado_en
        from (select * from (${join(first, ' union all ')}) lineas
          order by ${order}, entidad ${limitOffset(query.porPagina, skip)}) l
        left join documentos d on d.id = l.id) p
      left join (select id as su_id, dias_aviso from documento_tipos) t on su_id = p.tipo_id
      order by ${order}, entidad`,
    ),
  )
}

export type ExportedPapel = Pick<
  Papel,
  'tipo' | 'entidad' | 'nombre' | 'numero' | 'emitido' | 'vence' | 'nota'
> & { dias_aviso: number }

/** Exports documents that are not replaced, without licences and missing documents. */
export async function documentosExportQuery(
  query: DocumentoFilters,
  hoy: string,
  db: Db,
): Promise<ExportQuery> {
  const parts = documentParts(await withNames(db, namedTables, query), hoy, [true])
  const all = parts.length === 0 ? sql`select id from documentos where false` : join(parts, ' union all ')
  const ids = sql`(select id from (${all}) partes) p`
  return {
    from: sql`from ${ids}`,
    rows: sql`select tipo, entidad, nombre, numero, emitido, vence, nota, dias_aviso
      from ${ids} join documentos_leer using (id) order by ${orderOf(query)}`,
  }
}

/** A missing document or fact has neither id nor end; a licence has an end. */
const isMissing = ({ id, vence }: DocumentoLine) => id === null && vence === null

/** Reads missing documents only for pages that reach the end, where they are listed with other undated rows. */
export async function findDocumentos(db: Db, typed: DocumentosQuery, hoy: string): Promise<PageOf<Papel[]>> {
  const query = await withNames(db, namedTables, typed)
  const dated = [...documentParts(query, hoy, vivosOf(query)), ...licenceParts(query, hoy)]
  const [{ total, missing }, ended] = await Promise.all([
    findTotals(db, query, hoy),
    findLines(db, query, dated),
  ])
  const reachesEnd = ended.length < query.porPagina || ended.at(-1)?.vence === null
  const lines =
    missing > 0 && reachesEnd
      ? await findLines(db, query, [...dated, ...missingParts(query), ...missingFactParts(query)])
      : ended
  const rows = lines.map(({ dias_aviso, ...line }) => ({
    ...line,
    ...(isMissing(line as DocumentoLine) ? missingState : expiryOf({ ...line, dias_aviso }, hoy)),
  }))
  return query.buscar ? toSearchedPage(toCountedPage({ rows, total }, true)) : { rows, total }
}

const missingState = { dias: null, estado: 'falta' } as const
