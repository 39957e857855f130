import { call } from '../../../api/call.ts'
import { requestTimeout } from '../../../api/connection.ts'
import type { MiExpediente, MiRuta } from '../../misRutas.ts'
import type { OutboxItem } from '../outboxItems.ts'

export interface SendResult {
  ruta?: MiRuta
  expediente?: Partial<Pick<MiExpediente, 'tiempos' | 'entrega' | 'incidente'>>
  gasto?: number
}

/** @throws {ApiError} */
export async function sendItem(item: OutboxItem, bytes: ArrayBuffer | undefined): Promise<SendResult> {
  const keyed = item.clave === null ? {} : { idempotencyKey: item.clave }
  const request = {
    params: { id: item.ruta_id },
    signal: requestTimeout(item.clase === 'archivo' ? 120_000 : 20_000),
    ...keyed,
  }
  switch (item.clase) {
    case 'estado': {
      const body = { ...item.datos, version: item.version }
      const { data: ruta } = await call('PUT /api/piloto/ruta/:id/estado', { ...request, body })
      const { causa } = item.datos
      // The next reading has the server's.
      return causa ? { ruta, expediente: { incidente: { causa, desde: ruta.actualizado_en } } } : { ruta }
    }
    case 'tiempos': {
      const { data } = await call('PUT /api/piloto/ruta/:id/tiempos', { ...request, body: item.datos })
      return { expediente: { tiempos: data } }
    }
    case 'entrega': {
      const { data } = await call('PUT /api/piloto/ruta/:id/entrega', { ...request, body: item.datos })
      return { expediente: { entrega: data } }
    }
    case 'gasto': {
      // JSON omits undefined: an older item keeps the body of its idempotency key.
      const body = { galones: undefined, km: undefined, ...item.datos }
      const { data } = await call('POST /api/piloto/ruta/:id/gastos', { ...request, body })
      return { gasto: data.id }
    }
    case 'archivo': {
      const file = new Blob([bytes ?? new ArrayBuffer()], { type: item.tipo })
      const { datos: query, gasto: id } = item
      if (id === undefined) await call('POST /api/piloto/ruta/:id/archivos', { ...request, query, file })
      else await call('POST /api/piloto/gastos/:id/archivos', { ...request, params: { id }, query, file })
      return {}
    }
  }
}

/** @throws {ApiError} */
export const readRuta = async (id: number) =>
  (await call('GET /api/rutas/:id', { params: { id }, signal: requestTimeout() })).data
