import { expect } from 'vitest'
import { openOffice, type RutaOffice } from './openOffice.ts'

type Changes = Record<string, unknown>

/** An office and forms of movimientos. */
export interface MoneyOfficeForms extends RutaOffice {
  anAdvance(changes?: Changes): Changes
  aGasto(changes?: Changes): Changes
  /** Sends a form as administrador. */
  postMovimiento(body: Changes): ReturnType<RutaOffice['post']>
  /** Creates a movimiento from a form. */
  createMovimiento(body: Changes): Promise<Changes & { id: number; version: number }>
  /** Returns the field errors of a form. */
  fieldErrorsOf(body: Changes): Promise<Record<string, string>>
}

export const movimientosPath = '/api/movimientos'

export async function openMoneyForms(): Promise<MoneyOfficeForms> {
  const office = await openOffice()
  const anAdvance = (changes: Changes = {}) => ({
    tipo: 'anticipo',
    chofer_id: office.references.chofer_id,
    monto: 1000,
    fecha: '2026-01-15',
    ...changes,
  })
  const give = (body: Changes) => office.admin.post(movimientosPath, body)
  return {
    ...office,
    anAdvance,
    aGasto: (changes = {}) =>
      anAdvance({ tipo: 'gasto', concepto: 'Peaje', paga: 'piloto', monto: 75, ...changes }),
    postMovimiento: give,
    createMovimiento: async (body) => {
      const { status, body: answer } = await give(body)
      expect([status, answer.error]).toEqual([201, undefined])
      return answer.data
    },
    fieldErrorsOf: async (body) => (await give(body)).body.error?.campos,
  }
}

export const liquidacionesPath = '/api/liquidaciones'
export const staleMovimientosMessage = 'Los movimientos cambiaron. Recarga para ver los cambios.'

/** Calls that settle money of an office. */
export const settlementCalls = (office: () => MoneyOfficeForms) => ({
  settle: (body: Changes) => office().admin.post(liquidacionesPath, body),
  anular: (id: number, body: Changes = { motivo: 'Faltó un gasto' }) =>
    office().admin.post(`${liquidacionesPath}/${id}/anular`, body),
  findSaldo: async (chofer_id: number): Promise<number> => {
    const { body } = await office().admin.get('/api/saldos')
    return body.data.find((row: Changes) => row.chofer_id === chofer_id)?.saldo ?? 0
  },
  /** Creates movimientos of a pilot from type and amount. @returns their ids */
  createMovimientos: async (chofer_id: number, ...movimientos: [tipo: string, monto: number][]) => {
    const ids: number[] = []
    for (const [tipo, monto] of movimientos) {
      const gasto = tipo === 'gasto' && { concepto: 'Peaje', paga: 'piloto' }
      ids.push((await office().createMovimiento(office().anAdvance({ chofer_id, tipo, monto, ...gasto }))).id)
    }
    return ids
  },
})
