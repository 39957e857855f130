import type { Call, Calls } from './accountCalls.ts'

const anAdvance: Call = ({ admin, references }) =>
  admin.post('/api/movimientos', {
    tipo: 'anticipo',
    chofer_id: references.chofer_id,
    monto: 1000,
    fecha: '2026-01-15',
  })

/** Of the money of a trip, as writingCalls.ts has all. */
export const moneyCalls: Calls = {
  'POST /api/movimientos': [anAdvance, 'crear movimientos'],
  'PUT /api/movimientos/:id': [
    async (office) => {
      const { id, chofer_id } = (await anAdvance(office)).body.data
      return office.admin.put(`/api/movimientos/${id}`, { chofer_id, monto: 1200, fecha: '2026-01-15' })
    },
    'editar movimientos',
  ],
}
