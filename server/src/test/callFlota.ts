import { aCarga } from './cargas.ts'
import { aPlan } from './mantenimientos.ts'

type CallEndpoint = (
  line: string,
  ids?: number[],
  body?: Record<string, unknown>,
) => Promise<{
  id: number
  planes: { id: number }[]
}>

/** Calls every endpoint of fuel, readings and maintenance plans successfully. */
export async function callFlotaEndpoints(callEndpoint: CallEndpoint, camion_id: number): Promise<void> {
  const lectura = { camion_id, fecha: '2026-01-15', km: 100_000 }
  const { id } = await callEndpoint('POST /api/lecturas', [], lectura)
  await callEndpoint('PUT /api/lecturas/:id', [id], { ...lectura, nota: 'De la hoja' })
  for (const method of ['GET', 'DELETE']) await callEndpoint(`${method} /api/lecturas/:id`, [id])
  for (const part of ['kilometraje', 'rendimiento', 'ficha'])
    await callEndpoint(`GET /api/camiones/:id/${part}`, [camion_id])
  await callEndpoint('PUT /api/camiones/:id/ficha', [camion_id], { tanque_gal: 60 })
  await callCargaEndpoints(callEndpoint, camion_id)
  await callPlanEndpoints(callEndpoint, camion_id)
}

/** Calls every endpoint of fuel successfully. */
async function callCargaEndpoints(callEndpoint: CallEndpoint, camion_id: number): Promise<void> {
  const carga = await callEndpoint('POST /api/cargas', [], aCarga(camion_id))
  await callEndpoint('GET /api/cargas')
  await callEndpoint('GET /api/rendimiento')
  await callEndpoint('GET /api/cargas/:id', [carga.id])
  await callEndpoint('PUT /api/cargas/:id', [carga.id], aCarga(camion_id, { km: 100_000 }))
}

/** Calls every endpoint of maintenance plans successfully. */
async function callPlanEndpoints(callEndpoint: CallEndpoint, camion_id: number): Promise<void> {
  const values = aPlan({ camiones: [camion_id] })
  const { planes } = await callEndpoint('POST /api/planes', [], values)
  const plan = Number(planes[0]?.id)
  await callEndpoint('GET /api/planes')
  await callEndpoint('GET /api/planes/:id', [plan])
  await callEndpoint('PUT /api/planes/:id', [plan], aPlan({ cada_km: null, desde_km: null }))
  const servicio = await callEndpoint('POST /api/planes/:id/mantenimiento', [plan], {
    fecha_programada: '2026-12-01',
    estado: 'Programado',
  })
  const lineas = [{ descripcion: 'Filtro', cantidad: 2, precio: 125.5 }]
  await callEndpoint('PUT /api/mantenimientos/:id/lineas', [servicio.id], { lineas })
  await callEndpoint('DELETE /api/planes/:id', [plan])
}
