import type { Db } from '../platform/db/sql.ts'
import { aCobro, insertFactura } from './cobros.ts'

type CallEndpoint = (line: string, ids?: number[], body?: Record<string, unknown>) => Promise<{ id: number }>

/** Calls every money endpoint of the office successfully. @returns a movimiento of the pilot */
export async function callMoneyEndpoints(
  callEndpoint: CallEndpoint,
  { chofer_id, cliente_id }: { chofer_id: number; cliente_id: number },
  ruta: number,
  db: Db,
): Promise<number> {
  const anticipo = { tipo: 'anticipo', chofer_id, monto: '1000.00', fecha: '2026-01-15' }
  const { id: movimiento } = await callEndpoint('POST /api/movimientos', [], anticipo)
  const cerrado = { chofer_id, movimientos: [movimiento] }
  const { id: cierre } = await callEndpoint('POST /api/liquidaciones', [], cerrado)
  await callEndpoint('GET /api/liquidaciones/:id', [cierre])
  await callEndpoint('GET /api/liquidaciones/:id/pdf', [cierre])
  await callEndpoint('POST /api/liquidaciones/:id/anular', [cierre], { motivo: 'Faltó un gasto' })
  await callEndpoint('GET /api/movimientos/:id', [movimiento])
  await callEndpoint('PUT /api/movimientos/:id', [movimiento], anticipo)
  await callEndpoint('PUT /api/movimientos/:id/estado', [movimiento], { estado: 'anulado', motivo: 'Doble' })
  await callEndpoint('GET /api/movimientos/:id/pdf', [movimiento])
  for (const por of ['ruta', 'mes']) await callEndpoint(`GET /api/margen?por=${por}&hasta=2026-11-30`)
  await callEndpoint('GET /api/margen/exportar?por=mes')
  await callEndpoint('GET /api/rutas/:id/dinero', [ruta])
  await callEndpoint('GET /api/clientes/:id/fiscal', [cliente_id])
  await callEndpoint('PUT /api/clientes/:id/fiscal', [cliente_id], { retiene_iva: true })
  const paid = aCobro({ cliente_id }, await insertFactura(db, { cliente_id }))
  const { id: cobro } = await callEndpoint('POST /api/cobros', [], paid)
  await callEndpoint('GET /api/cobros')
  await callEndpoint('GET /api/cobros/exportar')
  await callEndpoint('GET /api/cobros/:id', [cobro])
  await callEndpoint('POST /api/cobros/:id/anular', [cobro], { motivo: 'Cheque rechazado' })
  const factura = { serie: 'F', numero: '1', fecha: '2026-01-15', monto: '1000.00' }
  const { id: facturada } = await callEndpoint('POST /api/facturas', [], { ...factura, cliente_id })
  await callEndpoint('GET /api/facturas/:id', [facturada])
  await callEndpoint('PUT /api/facturas/:id', [facturada], factura)
  await callEndpoint('GET /api/por-facturar')
  await callEndpoint('GET /api/por-facturar/:id', [cliente_id])
  await callEndpoint('POST /api/facturas/:id/anular', [facturada], { motivo: 'Se repitió' })
  for (const list of ['facturas/exportar', 'por-cobrar', 'por-cobrar/exportar'])
    await callEndpoint(`GET /api/${list}`)
  for (const of of ['', '/pdf'])
    await callEndpoint(`GET /api/clientes/:id/estado-de-cuenta${of}`, [cliente_id])
  return movimiento
}
