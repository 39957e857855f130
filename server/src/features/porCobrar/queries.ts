import type {
  EstadoDeCuenta,
  EstadoDeCuentaFila,
  PorCobrar,
  PorCobrarTotales,
} from '@flota/contract/money/porCobrar.ts'
import { registros } from '@flota/contract/records/registros.ts'
import type { Sql } from 'sql-template-tag'
import { conditionIf, type Db, many, one, raw, sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'

/**
 * Returns the CTE `abiertas`: the invoices that are open at `corte`, with their sums of then. The stored sums count all
 * payments, so the later ones are subtracted: there are few of them, and none after today.
 */
function openInvoices(corte: string, cliente_id?: number): Sql {
  const ofCliente = conditionIf('cliente_id =', cliente_id)
  return sql`
    posteriores as materialized (
      select a.factura_id, sum(a.monto) as cobrado, sum(a.retencion_iva) as iva, sum(a.retencion_isr) as isr
      from cobros_aplicaciones a
      where cobro_id in (select id from cobros where estado = 'vigente' and fecha > ${corte} ${ofCliente})
      group by 1),
    candidatas as (
      select * from facturas where saldo > 0 and fecha <= ${corte} ${ofCliente}
      union all
      select f.* from posteriores p join facturas f on f.id = p.factura_id
      where f.saldo = 0 and f.estado = 'vigente' and f.fecha <= ${corte}),
    abiertas as materialized (
      select f.id, f.cliente_id, f.serie, f.numero, f.fecha, f.vence, f.vence - ${corte}::date as dias, f.monto,
        f.cobrado - coalesce(p.cobrado, 0) as cobrado,
        f.retencion_iva - coalesce(p.iva, 0) as retencion_iva,
        f.retencion_isr - coalesce(p.isr, 0) as retencion_isr,
        f.saldo + coalesce(p.cobrado + p.iva + p.isr, 0) as saldo
      from candidatas f left join posteriores p on p.factura_id = f.id)`
}

/** Sums of `abiertas` by age. `dias` is negative when overdue. */
const buckets = {
  por_vencer: 'dias >= 0',
  de_1_a_30: 'dias between -30 and -1',
  de_31_a_60: 'dias between -60 and -31',
  de_61_a_90: 'dias between -90 and -61',
  mas_de_90: 'dias < -90',
  total: 'true',
} satisfies Record<keyof PorCobrarTotales, string>

const bucketSums = raw(
  Object.entries(buckets)
    .map(([name, condition]) => `coalesce(sum(saldo) filter (where ${condition}), 0) as ${name}`)
    .join(', '),
)

type TotalsLine = PorCobrarTotales & { cliente_id: null; cliente: string }
export type PorCobrarLine = (PorCobrar & { nit: string | null }) | TotalsLine
export const isPorCobrar = (line: PorCobrarLine): line is PorCobrar & { nit: string | null } =>
  line.cliente_id !== null

/** Returns the statement of what each client owes at `corte`, followed by the totals. */
export const porCobrarStatement = (corte: string): Sql => sql`
  with ${openInvoices(corte)}
  select f.cliente_id, trim(concat_ws(' ', c.nombre, c.apellido)) as cliente, d.nit, f.vence,
    ${raw(Object.keys(buckets).join(', '))}
  from (
    select cliente_id, min(vence) as vence, ${bucketSums} from abiertas group by grouping sets ((cliente_id), ())) f
    left join clientes c on c.id = f.cliente_id
    left join clientes_fiscal d on d.cliente_id = f.cliente_id
  order by f.cliente_id is null, f.vence, c.nombre collate es_nombre, c.apellido collate es_nombre, f.cliente_id`

export async function findPorCobrar(db: Db, corte: string) {
  const lines = await many<PorCobrarLine>(db, porCobrarStatement(corte))
  const totales = lines.pop()
  if (!totales) throw new Error('findPorCobrar returned no totals row')
  return { data: { corte, filas: lines.filter(isPorCobrar), totales } }
}

const filaColumns = raw(
  'serie, numero, fecha, vence, dias, monto, cobrado, retencion_iva, retencion_isr, saldo',
)

/** Returns the open invoices of a client, also of one in the bin. @throws {HttpError} 404 */
export async function findEstadoDeCuenta(db: Db, id: number, corte: string): Promise<EstadoDeCuenta> {
  const cliente = await one<EstadoDeCuenta['cliente']>(
    db,
    sql`select c.id, trim(concat_ws(' ', c.nombre, c.apellido)) as nombre, d.nit, d.nombre_fiscal, d.direccion
      from clientes c left join clientes_fiscal d on d.cliente_id = c.id where c.id = ${id}`,
  )
  if (!cliente) throw notFound(registros.clientes.notFound)
  const lines = await many<EstadoDeCuentaFila & PorCobrarTotales>(
    db,
    sql`with ${openInvoices(corte, id)}
      select id as factura_id, ${filaColumns}, retencion_iva + retencion_isr as retenido, ${bucketSums}
      from abiertas group by grouping sets ((id, ${filaColumns}), ())
      order by id is null, vence, id`,
  )
  const totales = lines.pop()
  if (!totales) throw new Error('findEstadoDeCuenta returned no totals row')
  return { corte, cliente, filas: lines, totales }
}
