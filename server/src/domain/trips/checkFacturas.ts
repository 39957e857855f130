import { type Db, many, raw, run, sql } from '../../platform/db/sql.ts'

/** A row's value that other rows determine, and differs from them. */
interface WrongRow {
  id: number
  repair: (tx: Db) => Promise<number>
}

/** Values that rows of invoices, payments and cargas keep. `computed` selects `id` and the correct columns. */
const keptValues = [
  {
    subject: 'si están facturadas las rutas',
    table: 'rutas',
    columns: ['facturada'],
    computed: raw(
      'select id, exists (select from facturas_rutas where ruta_id = rutas.id and vigente) as facturada from rutas',
    ),
  },
  {
    subject: 'lo cobrado de facturas',
    table: 'facturas',
    columns: ['cobrado', 'retencion_iva', 'retencion_isr'],
    computed: raw(`
      select f.id, coalesce(sum(a.monto), 0) as cobrado, coalesce(sum(a.retencion_iva), 0) as retencion_iva,
        coalesce(sum(a.retencion_isr), 0) as retencion_isr
      from facturas f left join (cobros_aplicaciones a join cobros c on c.id = a.cobro_id and c.estado = 'vigente')
        on a.factura_id = f.id
      group by f.id`),
  },
  {
    subject: 'lo que suman cobros',
    table: 'cobros',
    columns: ['monto', 'retencion_iva', 'retencion_isr'],
    computed: raw(`
      select cobro_id as id, sum(monto) as monto, sum(retencion_iva) as retencion_iva, sum(retencion_isr) as retencion_isr
      from cobros_aplicaciones group by cobro_id`),
  },
  {
    subject: 'lo que se busca de facturas',
    table: 'facturas',
    columns: ['busqueda'],
    computed: raw(
      'select id, texto_de_factura(cliente_id, uuid, serie, numero, rutas) as busqueda from facturas',
    ),
  },
  {
    subject: 'lo que se busca de cobros',
    table: 'cobros',
    columns: ['busqueda'],
    computed: raw('select id, texto_de_cobro(cliente_id, referencia) as busqueda from cobros'),
  },
  {
    subject: 'lo que se busca de cargas',
    table: 'movimientos',
    columns: ['busqueda_carga'],
    computed: raw(`
      select id, texto_de_carga(camion_id, chofer_id, ruta_id, estacion, vale) as busqueda_carga
      from movimientos where camion_id is not null`),
  },
]

/** Yields wrong kept values of invoices, payments, cargas and invoiced routes. */
export async function* findWrongFacturas(db: Db): AsyncGenerator<WrongRow & { subject: string }> {
  for (const { subject, table, columns, computed } of keptValues) {
    const listed = (row: string) => raw(columns.map((column) => `${row}.${column}`).join(', '))
    const source = sql`(${computed}) correct where correct.id = r.id and (${listed('r')}) is distinct from (${listed('correct')})`
    const wrong = await many<{ id: number }>(
      db,
      sql`select r.id from ${raw(table)} r, ${source} order by r.id`,
    )
    const assignments = raw(columns.map((column) => `${column} = correct.${column}`).join(', '))
    for (const { id } of wrong) {
      const repair = (tx: Db) =>
        run(tx, sql`update ${raw(table)} r set ${assignments} from ${source} and r.id = ${id}`)
      yield { subject, id, repair }
    }
  }
}
