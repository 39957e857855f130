import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { type Db, one, raw, run, sql } from '../../platform/db/sql.ts'

/** Table of stored totals, sharded by `cajon`. */
interface StoredTotal {
  table: string
  /** Key columns without `cajon`. */
  key: string
  sums: string
  /** Query that sums the records `r`. */
  query: string
}

const periods = `(values ('todo', date '0001-01-01'), ('mes', date_trunc('month', fecha)::date), ('dia', fecha))
  as cuenta (nivel, periodo)`

const storedTotals: Partial<Record<ImportTipo, StoredTotal[]>> = {
  rutas: [
    {
      table: 'resumen',
      key: 'nivel, periodo, estado',
      sums: 'n, suma',
      query: `select nivel, periodo, estado, count(*) as n, sum(precio) as suma from r, lateral ${periods} group by 1, 2, 3`,
    },
    {
      table: 'resumen_clientes',
      key: 'cliente_id',
      sums: 'n',
      query: 'select cliente_id, count(*) as n from r group by 1',
    },
  ],
  tarifas: [
    { table: 'tarifas_cuenta', key: '', sums: 'n', query: 'select count(*) as n from r having count(*) > 0' },
  ],
  documentos: [
    {
      table: 'documentos_cuenta',
      key: 'tipo_id, vivo',
      sums: 'n',
      query: 'select tipo_id, vivo, count(*) as n from r where not oculto group by 1, 2',
    },
  ],
}

/** Rows of totals to add or subtract, as JSON. */
export type TotalChanges = { total: StoredTotal; rows: string }[]

/** Returns the totals of an import's new records. */
export async function countImported(tx: Db, tipo: ImportTipo, importacion: number): Promise<TotalChanges> {
  const changes: TotalChanges = []
  for (const total of storedTotals[tipo] ?? []) {
    const row = await one<{ rows: string }>(
      tx,
      sql`with r as (
          select t.* from ${raw(tipo)} t join importaciones_registros i on i.registro_id = t.id
          where i.importacion_id = ${importacion} and i.antes is null and t.eliminado_en is null)
        select coalesce(jsonb_agg(to_jsonb(s)), '[]')::text as rows from (${raw(total.query)}) s`,
    )
    changes.push({ total, rows: row?.rows ?? '[]' })
  }
  return changes
}

const split = (names: string) => names.split(', ').filter(Boolean)

/** Adds or subtracts totals. Call it last: it locks the rows that all writers share, in their common order. */
export async function writeTotals(tx: Db, changes: TotalChanges, sign: 1 | -1): Promise<void> {
  for (const { total, rows } of changes) {
    const { table, key, sums } = total
    const columns = [...split(key), 'cajon', ...split(sums)].join(', ')
    const values = [...split(key), 'pg_backend_pid() % 16', ...split(sums).map((name) => `${sign} * ${name}`)]
    const conflict = [...split(key), 'cajon'].join(', ')
    const set = split(sums).map((name) => `${name} = ${table}.${name} + excluded.${name}`)
    await run(
      tx,
      sql`insert into ${raw(table)} (${raw(columns)})
        select ${raw(values.join(', '))} from jsonb_populate_recordset(null::${raw(table)}, ${rows}::jsonb)
        ${raw(key ? `order by ${key}` : '')}
        on conflict (${raw(conflict)}) do update set ${raw(set.join(', '))}`,
    )
  }
}

/** Makes the triggers leave the totals to this transaction, which calls `writeTotals` at its end. */
export const deferTotals = (tx: Db) => run(tx, raw("select set_config('flota.cuenta_al_final', 'si', true)"))
