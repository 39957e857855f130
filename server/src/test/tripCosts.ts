import { expect } from 'vitest'
import { run, sql } from '../platform/db/sql.ts'
import { openOffice, type RutaOffice } from './openOffice.ts'

type Changes = Record<string, unknown>

const comisionValues = { tipo: 'comision', concepto: null, paga: null }

/** Expected margin of the contract's example. */
export const marginExample = {
  viajes: 1,
  ingreso: 3500,
  combustible: 1420,
  gastos: 515,
  comisiones: 300,
  costo: 2235,
  margen: 1265,
  margen_pct: 36.1,
  por_revisar: 0,
}

/** Expected margin of an example trip, without its advances. */
export const marginOfTrip = ({ id, no_ruta }: Pick<Ruta, 'id' | 'no_ruta'>) => ({
  clave: String(id),
  nombre: no_ruta,
  ...marginExample,
  galones_planeados: 35.5,
  galones: null,
})

type Ruta = Awaited<ReturnType<RutaOffice['create']>>

export interface ExpenseOffice extends RutaOffice {
  /** Adds a toll to a trip, unless `changes` says otherwise. @returns its id */
  addGasto: (ruta_id: number, monto: number, changes?: Changes) => Promise<number>
  /** Sets the state directly, as for a pilot's report or a later annulment. */
  setEstado: (id: number, estado: string) => Promise<number>
  /** Creates a delivered trip. */
  createDeliveredTrip: (changes: Changes) => Promise<Ruta>
  /** Creates a trip that costs 2,235.00 of 3,500.00. */
  createExample: (changes?: Changes) => Promise<Ruta>
}

/** Opens an office whose trips have expenses. */
export async function openExpenseOffice(): Promise<ExpenseOffice> {
  const office = await openOffice()
  const spend = async (ruta_id: number, monto: number, changes: Changes = {}) => {
    const { chofer_id } = office.references
    const gasto = { tipo: 'gasto', concepto: 'Peaje', paga: 'piloto', chofer_id, ruta_id, monto }
    const form = { ...gasto, fecha: '2026-01-15', ...changes }
    const { status, body } = await office.admin.post('/api/movimientos', form)
    expect([status, body.error]).toEqual([201, undefined])
    return body.data.id as number
  }
  const trip = (changes: Changes) => office.create({ estado: 'Entregado', ...changes })
  return {
    ...office,
    addGasto: spend,
    createDeliveredTrip: trip,
    setEstado: (id, estado) =>
      run(office.server.db, sql`update movimientos set estado = ${estado} where id = ${id}`),
    createExample: async (changes = {}) => {
      const ruta = await trip({ precio: 3500, ...changes })
      await spend(ruta.id, 1420, { concepto: 'Combustible' })
      await spend(ruta.id, 120, { paga: 'empresa', chofer_id: null })
      await spend(ruta.id, 245, { concepto: 'Viáticos', fecha: '2026-11-20' })
      await spend(ruta.id, 150, { concepto: 'Ayudante', paga: 'empresa' })
      await spend(ruta.id, 300, comisionValues)
      return ruta
    },
  }
}
