import { z } from 'zod'
import { endpoint, fileResponse } from '../core/endpoint.ts'
import { listExport } from '../core/listExport.ts'
import { mailAddress } from '../core/mailAddress.ts'
import { blankAsAbsent, date, named, pathId } from '../core/values.ts'

/** Open amounts by the age of their invoices: days from vence to corte. */
const buckets = {
  por_vencer: z.number(),
  de_1_a_30: z.number(),
  de_31_a_60: z.number(),
  de_61_a_90: z.number(),
  mas_de_90: z.number(),
  total: z.number(),
}
const totales = named('PorCobrarTotales', buckets)
export type PorCobrarTotales = z.output<typeof totales>

/** `vence` is the earliest of its open invoices. */
const fila = named('PorCobrar', { cliente_id: z.int(), cliente: z.string(), ...buckets, vence: z.string() })
export type PorCobrar = z.output<typeof fila>

const reporte = z.object({ corte: z.string(), filas: z.array(fila), totales })
export type PorCobrarReporte = z.output<typeof reporte>

/** An open invoice at corte. `dias` is vence − corte; the sums count payments up to corte. */
const estadoFila = named('EstadoDeCuentaFila', {
  factura_id: z.int(),
  serie: z.string(),
  numero: z.string(),
  fecha: z.string(),
  vence: z.string(),
  dias: z.int(),
  monto: z.number(),
  cobrado: z.number(),
  retencion_iva: z.number(),
  retencion_isr: z.number(),
  retenido: z.number(),
  saldo: z.number(),
})
export type EstadoDeCuentaFila = z.output<typeof estadoFila>

const estado = named('EstadoDeCuenta', {
  corte: z.string(),
  cliente: z.object({
    id: z.int(),
    nombre: z.string(),
    nit: z.string().nullable(),
    nombre_fiscal: z.string().nullable(),
    direccion: z.string().nullable(),
  }),
  filas: z.array(estadoFila),
  totales,
})
export type EstadoDeCuenta = z.output<typeof estado>

/** Default: today. Any date, also a future one. */
const query = z.object({ corte: date().optional() })
const params = z.object({ id: pathId() })

export const porCobrar = {
  list: endpoint('GET /api/por-cobrar', {
    summary: 'Sumar lo que debe cada cliente, por antigüedad',
    query,
    data: reporte,
    wrapping: 'filas',
  }),
  exportar: listExport('GET /api/por-cobrar/exportar', 'lo que debe cada cliente', query),
}

export const estadoDeCuenta = {
  show: endpoint('GET /api/clientes/:id/estado-de-cuenta', {
    summary: 'Ver las facturas con saldo de un cliente',
    params,
    query,
    data: estado,
    wrapping: 'filas',
  }),
  pdf: endpoint('GET /api/clientes/:id/estado-de-cuenta/pdf', {
    summary: 'Imprimir el estado de cuenta de un cliente',
    params,
    query,
    ...fileResponse('El estado de cuenta', 'application/pdf'),
  }),
  correo: endpoint('POST /api/clientes/:id/estado-de-cuenta/correo', {
    summary: 'Enviar por correo el estado de cuenta de un cliente',
    params,
    body: z.object({ para: mailAddress(), corte: blankAsAbsent(date().optional()) }),
    data: z.null(),
    idempotent: true,
    message: 'Estado de cuenta enviado',
    errorStatuses: [409, 502],
  }),
}
