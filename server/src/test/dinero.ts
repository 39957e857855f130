import { expect } from 'vitest'
import { type Office, openOffice } from './openOffice.ts'

type Changes = Record<string, unknown>

/** An office and the forms of its money. */
export interface Caja extends Office {
  anAdvance(changes?: Changes): Changes
  aGasto(changes?: Changes): Changes
  /** Sends a form as it is, as an administrador. */
  give(body: Changes): ReturnType<Office['post']>
  /** What such a form made. */
  make(body: Changes): Promise<Changes & { id: number; version: number }>
  /** What is wrong with each field of a form. */
  fieldsOf(body: Changes): Promise<Record<string, string>>
}

export const dinero = '/api/movimientos'

export async function openCaja(): Promise<Caja> {
  const office = await openOffice()
  const anAdvance = (changes: Changes = {}) => ({
    tipo: 'anticipo',
    chofer_id: office.references.chofer_id,
    monto: 1000,
    fecha: '2026-01-15',
    ...changes,
  })
  const give = (body: Changes) => office.admin.post(dinero, body)
  return {
    ...office,
    anAdvance,
    aGasto: (changes = {}) =>
      anAdvance({ tipo: 'gasto', concepto: 'Peaje', paga: 'piloto', monto: 75, ...changes }),
    give,
    make: async (body) => {
      const { status, body: answer } = await give(body)
      expect([status, answer.error]).toEqual([201, undefined])
      return answer.data
    },
    fieldsOf: async (body) => (await give(body)).body.error?.campos,
  }
}

export const liquidaciones = '/api/liquidaciones'
export const changedMeanwhile = 'Los movimientos cambiaron. Recarga para ver los cambios.'

/** What settles in an office. */
export const settling = (office: () => Caja) => ({
  settle: (body: Changes) => office().admin.post(liquidaciones, body),
  anular: (id: number, body: Changes = { motivo: 'Faltó un gasto' }) =>
    office().admin.post(`${liquidaciones}/${id}/anular`, body),
  saldoOf: async (chofer_id: number): Promise<number> => {
    const { body } = await office().admin.get('/api/saldos')
    return body.data.find((row: Changes) => row.chofer_id === chofer_id)?.saldo ?? 0
  },
  /** Movimientos of a pilot: tipo and monto of each. @returns their ids */
  given: async (chofer_id: number, ...these: [tipo: string, monto: number][]) => {
    const ids: number[] = []
    for (const [tipo, monto] of these) {
      const gasto = tipo === 'gasto' && { concepto: 'Peaje', paga: 'piloto' }
      ids.push((await office().make(office().anAdvance({ chofer_id, tipo, monto, ...gasto }))).id)
    }
    return ids
  },
})
