import type { Sql } from 'sql-template-tag'
import { type Db, many, raw, skipping, sql } from './sql.ts'

/** Counting matches beyond this many costs more than it tells (contract.md section 2). */
const countLimit = 10_000

interface Listed {
  /** Its table; what is given of it is read of its view. */
  tipo: string
  /** Each filter has an index in the list's order. */
  where: Sql
  /** The same for an index of trigrams, where it is searched. */
  byIndex: Sql | undefined
  /** Of its table and of what is given alike. */
  order: string
  page: { pagina: number; porPagina: number }
}

/** A page of a list that only grows, and up to 10,000 how many match. */
export async function findCounted<Row extends { id: number }>(
  db: Db,
  { tipo, where, byIndex, order, page: { pagina, porPagina } }: Listed,
): Promise<{ rows: Row[]; total: number; exacto: boolean }> {
  const by = raw(order)
  const page = skipping(porPagina, (pagina - 1) * porPagina)
  const from = raw(tipo)
  const found = await many<(Row | { id: null }) & { total: number }>(
    db,
    sql`with ${byIndex ? searched({ from, where, byIndex, by, ordering: raw(order.replaceAll(' desc', '')) }, page) : walked({ from, where, by }, page)}
      select v.*, cuenta.n as total
      from cuenta left join pagina on true left join ${raw(`${tipo}_leer`)} v on v.id = pagina.id
      order by ${raw(order.replaceAll(/\b(fecha|id)\b/g, 'v.$1'))}`,
  )
  const total = found[0]?.total ?? 0
  return {
    rows: found.filter((row): row is Row & { total: number } => row.id !== null),
    total: Math.min(total, countLimit),
    exacto: total <= countLimit,
  }
}

interface Walk {
  from: Sql
  where: Sql
  by: Sql
}

/** The page and the count are each a walk of an index. */
const walked = ({ from, where, by }: Walk, page: Sql) => sql`
  cuenta as (select count(*) as n from (select from ${from} where ${where} limit ${countLimit + 1}) contadas),
  pagina as materialized (select id from ${from} where ${where} order by ${by} ${page})`

interface Search extends Walk {
  byIndex: Sql
  /** What is ordered by: no more of a match is kept until all are found. */
  ordering: Sql
}

/** Rare words are found by trigrams and then ordered, common ones soon met in the order. */
const searched = ({ from, where, byIndex, by, ordering }: Search, page: Sql) => sql`
  halladas as materialized (select ${ordering} from ${from} where ${byIndex} limit ${countLimit + 1}),
  cuenta as materialized (select count(*) as n from halladas),
  pagina as materialized (
    (select id from halladas where (select n from cuenta) <= ${countLimit} order by ${by} ${page})
    union all
    (select id from ${from} where ${where} and (select n from cuenta) > ${countLimit} order by ${by} ${page}))`
