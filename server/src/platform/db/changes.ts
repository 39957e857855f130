import type { PapeleraTipo } from '@flota/contract/records/registros.ts'
import type { Sql } from 'sql-template-tag'
import { changePositionText, parseChangePosition } from '../changePosition.ts'
import { filteredCount, toCountedPage } from './pagedSearch.ts'
import { type Db, empty, raw, sql } from './sql.ts'

// Rows in the order of their last change. `actualizado_en` is when a transaction began, so a row may become visible
// after rows with later moments. `siguiente` therefore goes back to the oldest transaction that is still open.

const momentText = (moment: Sql): Sql => sql`to_char(${moment}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/**
 * Selects a moment before which every change is committed. PostgreSQL shows a transaction slightly after it began, and
 * the clock of a new primary may be behind: the margin covers both.
 */
const settledMoment = sql`select ${momentText(
  raw("least(now(), min(xact_start)) - interval '10 seconds'"),
)} as hasta
  from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`

const firstPosition = { desde: '0001-01-01T00:00:00Z', id: 0, hasta: undefined }

export interface ChangesPage {
  /** Checked by `findChangesErrors`. */
  actualizado_desde?: string | undefined
  porPagina: number
}

interface ChangesOf {
  /** Conditions on the table, each beginning with ` and`. */
  where?: Sql
  /** Columns of the view `l`. */
  columns?: Sql
}

/** Returns a page of a table's rows in the order of their last change, with those in the bin. */
export async function findChanges<Row>(
  db: Db,
  tipo: PapeleraTipo,
  { where = empty, columns = raw('l.*') }: ChangesOf,
  { actualizado_desde = '', porPagina }: ChangesPage,
) {
  const position = parseChangePosition(actualizado_desde) ?? firstPosition
  const from = sql`${raw(tipo)} where (actualizado_en, id) > (${position.desde}::timestamptz, ${position.id}::int) ${where}`
  const page = sql`with ${filteredCount(from)},
      pagina as materialized (select id from ${from} order by actualizado_en, id limit ${porPagina})
    select ${columns}, ${momentText(raw('l.actualizado_en'))} as posicion, cuenta.n as hallados
    from cuenta left join pagina on true left join ${raw(`${tipo}_leer`)} l using (id)
    order by l.actualizado_en, id`
  // In this order: a change that commits between the two is in the page.
  const [[settled], found] = await db.queries<[{ hasta: string }, (Row & PageRow) | EmptyPage]>([
    settledMoment,
    page,
  ])
  if (!settled) throw new Error('pg_stat_activity returned no row')
  const rows = found.filter((row): row is Row & PageRow => row.id !== null)
  const total = found[0]?.hallados ?? 0
  return {
    ...toCountedPage({ rows, total }, false),
    siguiente: nextPosition(rows.at(-1), total > porPagina, [settled.hasta, position.hasta]),
  }
}

interface PageRow {
  id: number
  posicion: string
  hallados: number
}
type EmptyPage = { id: null } & Pick<PageRow, 'hallados'>

/** @param limits moments before which every change was committed, as pages of this run saw them */
function nextPosition(last: PageRow | undefined, hasMore: boolean, limits: (string | undefined)[]): string {
  const [hasta = ''] = limits.filter((each) => each !== undefined).toSorted()
  return last && hasMore ? changePositionText({ desde: last.posicion, id: last.id, hasta }) : hasta
}
