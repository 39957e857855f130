import type { WritingCall, WritingCallTable } from './accountCalls.ts'
import { aMantenimiento, aPlan } from './mantenimientos.ts'
import type { RutaOffice } from './openOffice.ts'

const createPlanes: WritingCall = async ({ admin, references }) =>
  admin.post('/api/planes', aPlan({ camiones: [references.camion_id] }))
const planPath = async (office: RutaOffice) =>
  `/api/planes/${(await createPlanes(office)).body.data.planes[0].id}`

/** Writing calls of maintenance plans, in the format of writingCalls.ts. */
export const flotaWritingCalls: WritingCallTable = {
  'POST /api/planes': [createPlanes, 'crear planes'],
  'PUT /api/planes/:id': [
    async (office) => office.admin.put(await planPath(office), aPlan()),
    'editar planes',
  ],
  'DELETE /api/planes/:id': [
    async (office) => office.admin.delete(await planPath(office)),
    'eliminar planes',
  ],
  'POST /api/planes/:id/mantenimiento': [
    async (office) =>
      office.admin.post(`${await planPath(office)}/mantenimiento`, {
        fecha_programada: '2026-12-01',
        estado: 'Programado',
      }),
    'crear mantenimientos',
  ],
  'PUT /api/mantenimientos/:id/lineas': [
    async ({ admin, references }) => {
      const { body } = await admin.post('/api/mantenimientos', aMantenimiento(references.camion_id))
      return admin.put(`/api/mantenimientos/${body.data.id}/lineas`, {
        lineas: [{ descripcion: 'Filtro', cantidad: 2, precio: 125.5 }],
      })
    },
    'editar mantenimientos',
  ],
}
