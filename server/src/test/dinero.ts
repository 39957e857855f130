import { expect } from 'vitest'
import { type Office, openOffice } from './rutaForm.ts'

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
