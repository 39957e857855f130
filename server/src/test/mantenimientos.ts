import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { aCamion } from './factories.ts'
import type { ApiResponse, Client } from './testApp.ts'

/** Complete form of a maintenance task. The truck must exist. */
export const aMantenimiento = (camion_id: number, changes: Record<string, unknown> = {}) => ({
  camion_id,
  tipo: 'Preventivo',
  descripcion: 'Cambio de aceite y filtros',
  fecha_programada: '2026-12-31',
  fecha_realizada: '2027-01-01',
  kilometraje: 120_500,
  costo: 1850.75,
  taller: 'Taller El Ángel',
  estado: 'Programado',
  ...changes,
})

/** Values of a plan. */
export const aPlan = (changes: Record<string, unknown> = {}) => ({
  nombre: `Cambio de aceite ${randomUUID()}`,
  cada_km: 10_000,
  cada_dias: 180,
  desde_fecha: '2026-06-01',
  desde_km: 95_000,
  ...changes,
})

export interface TestTruck {
  id: number
  placa: string
}

export const postPlanes = (admin: Client, camiones: number[], changes: object = {}) =>
  admin.post('/api/planes', aPlan({ camiones, ...changes }))

/** Creates trucks, maintenance tasks and plans over HTTP. */
export const mantenimientoFactory = (admin: Client) => ({
  camion: async (placa?: string): Promise<TestTruck> =>
    (await admin.post('/api/camiones', aCamion(placa === undefined ? {} : { placa }))).body.data,
  mantenimiento: async (camionId: number, changes: Record<string, unknown> = {}) => {
    const answer = await admin.post('/api/mantenimientos', aMantenimiento(camionId, changes))
    expect(answer.body).toMatchObject({ success: true })
    return answer.body.data
  },
  plan: async (camionId: number, changes: object = {}) =>
    (await postPlanes(admin, [camionId], changes)).body.data.planes[0],
})

export const sortedStatuses = (answers: ApiResponse[]) =>
  answers.map(({ status }) => status).sort((a, b) => a - b)
