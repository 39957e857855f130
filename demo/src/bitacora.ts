import { type Db, raw, run, sql } from '@flota/server/platform/db/sql.ts'
import { dropIndexes } from './bulkLoad.ts'

/** Name of the movimiento `registro_id`, as the log's trigger writes it. */
const movimientoName = raw(
  `(select concat_ws(' · ', tipo_de_movimiento(m.tipo), c.nombre || ' ' || c.apellido, r.no_ruta)
    from movimientos m left join choferes c on c.id = m.chofer_id left join rutas r on r.id = m.ruta_id
    where m.id = registro_id)`,
)

/** What was told of money, annulled and settled. */
const moneyEntries = sql`
        select creado_en, usuario_id, 'movimientos', id, null, 'crear', '{}', null from movimientos
        union all
        select actualizado_en, usuario_id, 'movimientos', id, null, 'estado',
          jsonb_build_object('estado', jsonb_build_array('aprobado', estado)), motivo
        from movimientos where estado = 'anulado'
        union all
        select creado_en, usuario_id, 'liquidaciones', id, numero, 'crear', '{}', null from liquidaciones
        union all
        select actualizado_en, 1, 'liquidaciones', id, numero, 'estado',
          jsonb_build_object('estado', jsonb_build_array('cerrada', estado)), motivo
        from liquidaciones where estado = 'anulada'`

const cashier = raw('coalesce((select min(id) from usuarios where 10 = any(permisos_dinero)), 1)')

/** Invoices and payments, created and voided. */
const cobroEntries = sql`
        select creado_en, ${cashier}, 'facturas', id, serie || '-' || numero, 'crear', '{}', null from facturas
        union all
        select actualizado_en, ${cashier}, 'facturas', id, serie || '-' || numero, 'estado',
          jsonb_build_object('estado', jsonb_build_array('vigente', estado)), motivo
        from facturas where estado = 'anulada'
        union all
        select creado_en, ${cashier}, 'cobros', id, nombre_de('cliente_id', cliente_id), 'crear', '{}', null from cobros
        union all
        select actualizado_en, ${cashier}, 'cobros', id, nombre_de('cliente_id', cliente_id), 'estado',
          jsonb_build_object('estado', jsonb_build_array('vigente', estado)), motivo
        from cobros where estado = 'anulado'`

/** A large company's log is long: its newest rows are enough to look at. */
const maxBitacoraRows = 20_000

/**
 * What the log would say of the company's last year: who made, drove and deleted its trips, which price was put right
 * afterwards, and that everybody logged in before the day's first work.
 */
export async function fillBitacora(tx: Db): Promise<void> {
  const indexes = await dropIndexes(tx, 'bitacora')
  await run(
    tx,
    sql`with hoy as (select max(fecha) as momento from rutas_historial),
      hechos as (
        select h.fecha as momento, h.usuario_id, 'rutas' as tipo, r.id as registro_id, r.no_ruta as nombre,
          case when h.estado_anterior is null then 'crear' when u.rol_id = 2 then 'estado' else 'editar' end as accion,
          case when h.estado_anterior is null then '{}'
            else jsonb_build_object('estado', jsonb_build_array(h.estado_anterior, h.estado_nuevo)) end as cambios,
          h.comentario as motivo
        from rutas_historial h join rutas r on r.id = h.ruta_id join usuarios u on u.id = h.usuario_id
        where h.fecha > (select momento from hoy) - interval '1 year'),
      todo as (
        select * from hechos
        union all
        select momento + interval '20 minutes', usuario_id, tipo, registro_id, nombre, 'editar',
          jsonb_build_object('precio', jsonb_build_array(r.precio + 100, r.precio)), null
        from hechos join rutas r on r.id = registro_id
        where accion = 'crear' and registro_id % 40 = 0 and momento < (select momento from hoy) - interval '1 hour'
        union all
        select eliminado_en, eliminado_por, 'rutas', id, no_ruta, 'eliminar', '{}', null
        from rutas where eliminado_en is not null
        union all
        ${moneyEntries}
        union all
        ${cobroEntries}
        union all
        select min(momento) - interval '7 minutes', usuario_id, 'sesiones', null, null, 'entrar', '{}', null
        from hechos group by usuario_id, momento::date),
      ultimas as (select * from todo order by momento desc, tipo desc, registro_id desc, accion desc limit ${maxBitacoraRows})
      insert into bitacora (momento, usuario_id, usuario, direccion, peticion, tipo, registro_id, nombre, accion, cambios, motivo)
      select momento, u.id, u.username, '192.168.1.' || (9 + u.id), md5(momento::text || u.id)::uuid, tipo, registro_id,
        case tipo when 'movimientos' then ${movimientoName} else nombre end, accion, cambios, motivo
      from ultimas join usuarios u on u.id = usuario_id
      order by momento, tipo, registro_id, accion`,
  )
  for (const index of indexes) await run(tx, raw(index))
}
