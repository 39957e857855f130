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

/** Creates trucks and maintenance tasks over HTTP. */
export const mantenimientoFactory = (admin: Client) => ({
  camion: async (placa?: string): Promise<{ id: number; placa: string }> =>
    (await admin.post('/api/camiones', aCamion(placa === undefined ? {} : { placa }))).body.data,
  mantenimiento: async (camionId: number, changes: Record<string, unknown> = {}) => {
    const answer = await admin.post('/api/mantenimientos', aMantenimiento(camionId, changes))
    expect(answer.body).toMatchObject({ success: true })
    return answer.body.data
  },
})

export const sortedStatuses = (answers: ApiResponse[]) =>
  answers.map(({ status }) => status).sort((a, b) => a - b)
