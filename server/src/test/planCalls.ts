import type { WritingCallTable } from './accountCalls.ts'

/** Writing calls over several trips, in the format of writingCalls.ts. */
export const planCalls: WritingCallTable = {
  'PATCH /api/rutas/estado': [
    async (office) => {
      const { id } = await office.create({ estado: 'Pendiente' })
      return office.admin.patch('/api/rutas/estado', { rutas: [{ id }], estado: 'En curso' })
    },
    'estado rutas',
  ],
  'PATCH /api/rutas/plan': [
    async (office) => {
      const { id } = await office.create({ estado: 'Pendiente' })
      return office.admin.patch('/api/rutas/plan', { rutas: [{ id }], cambios: { hora: '03:00' } })
    },
    'editar rutas',
  ],
  'POST /api/rutas/:id/repetir': [
    async (office) =>
      office.admin.post(`/api/rutas/${(await office.create()).id}/repetir`, { fechas: ['2026-11-27'] }),
    'crear rutas',
  ],
  'POST /api/rutas/copiar': [
    async (office) =>
      office.admin.post('/api/rutas/copiar', {
        rutas: [(await office.create()).id],
        fecha: '2026-11-27',
        prueba: false,
      }),
    'crear rutas',
  ],
}
