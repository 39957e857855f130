import { isUnsettled } from '../../domain/trips/moneyLocks.ts'
import type { CompanyTimeSql } from '../../domain/trips/unclosedTrips.ts'
import { isUninvoiced } from '../../domain/trips/uninvoiced.ts'
import { empty, raw, sql } from '../../platform/db/sql.ts'
import { noticeId, personName } from './noticeSql.ts'

const maxUnsettledDays = raw('15')

/** Selects each pilot, deleted or not, with the oldest unsettled movement. */
export const unsettledMoney = ({ hoy }: CompanyTimeSql, condition = empty) => sql`
  select ${noticeId('por_liquidar', [sql`c.id`])} as id, ${personName('c')} as asunto, 'choferes' as entidad,
    c.id as entidad_id, m.fecha
  from (
      select chofer_id, min(fecha) as fecha from movimientos
      where ${isUnsettled} and fecha <= ${hoy}::date - ${maxUnsettledDays} group by chofer_id) m
    join choferes c on c.id = m.chofer_id ${condition}`

const maxUninvoicedDays = raw('7')

/** Selects each client, deleted or not, with trips to invoice. Without facturar_desde there are none. */
export const uninvoicedTrips = ({ hoy }: CompanyTimeSql, condition = empty) => sql`
  select ${noticeId('sin_facturar', [sql`c.id`])} as id,
    ${personName('c')} || ': ' || case when r.viajes = 1 then '1 viaje' else r.viajes || ' viajes' end || ' sin facturar'
      as asunto,
    'clientes' as entidad, c.id as entidad_id, r.fecha
  from (
      select cliente_id, count(*) as viajes, min(fecha) as fecha from rutas
      where ${isUninvoiced}
        and fecha between (select facturar_desde from ajustes) and ${hoy}::date - ${maxUninvoicedDays}
      group by cliente_id) r
    join clientes c on c.id = r.cliente_id ${condition}`

/** Selects each client, deleted or not, with an overdue invoice. */
export const overdueInvoices = ({ hoy }: CompanyTimeSql, condition = empty) => sql`
  select ${noticeId('por_cobrar', [sql`c.id`])} as id, ${personName('c')} as asunto, 'clientes' as entidad,
    c.id as entidad_id, f.fecha
  from (
      select cliente_id, min(vence) as fecha from facturas where saldo > 0 and vence < ${hoy}::date
      group by cliente_id) f
    join clientes c on c.id = f.cliente_id ${condition}`
