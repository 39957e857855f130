import { addDays } from '@flota/contract/core/dates.ts'
import { formatQuetzales } from '@flota/contract/core/format.ts'
import type { SeededRandom } from '../moneyModel/random.ts'
import { staleMessage } from '../openOffice.ts'
import { type CobrosState, type ModelFactura, paidOf, saldoOf, totalOf } from './model.ts'

interface Expected {
  status: number
  message: string
}

/** A call, and what it changes. `apply` changes the state only if the call succeeds. */
export interface CobrosStep {
  method: 'POST' | 'PUT'
  path: string
  body: unknown
  /** @param id of the created record; 0 if none was created */
  apply: (state: CobrosState, id: number) => Expected
}

const rejected = (message: string): Expected => ({ status: 409, message })
const quetzales = (cents: number) => formatQuetzales(cents / 100)
const dayOf = (random: SeededRandom) => addDays('2026-01-01', random.below(200))

function createFactura(random: SeededRandom, { clientes }: CobrosState): CobrosStep {
  const cliente_id = random.pick(clientes)
  const numero = String(1 + random.below(30))
  const fecha = dayOf(random)
  const vence = addDays(fecha, random.below(100))
  const cents = 1 + random.below(500_000)
  return {
    method: 'POST',
    path: '/api/facturas',
    body: { cliente_id, serie: 'M', numero, fecha, vence, monto: cents / 100 },
    apply: ({ facturas }, id) => {
      const name = `M-${numero}`
      if ([...facturas.values()].some((each) => !each.isAnnulled && each.name === name))
        return rejected(`La factura ${name} ya está registrada.`)
      facturas.set(id, { id, cliente_id, name, fecha, vence, cents, isAnnulled: false, version: 1 })
      return { status: 201, message: 'Factura creada exitosamente' }
    },
  }
}

/** Picks the present version, at times a stale one or none. */
const versionOf = (random: SeededRandom, version: number) =>
  random.chance(0.1) ? version + 1 : random.chance(0.2) ? undefined : version

const isStale = (sent: number | undefined, version: number) => sent !== undefined && sent !== version

function changeFactura(random: SeededRandom, { facturas }: CobrosState): CobrosStep {
  const { id, name, fecha, vence, cents, version: present } = random.pick([...facturas.values()])
  const version = versionOf(random, present)
  const changed = 1 + random.below(2 * cents)
  const body = { serie: 'M', numero: name.slice(2), fecha, vence, monto: changed / 100, version }
  return {
    method: 'PUT',
    path: `/api/facturas/${id}`,
    body,
    apply: (state) => {
      const factura = state.facturas.get(id)!
      if (isStale(version, factura.version)) return rejected(staleMessage)
      if (factura.isAnnulled) return rejected('La factura está anulada.')
      const paid = totalOf(paidOf(state, id))
      if (changed < paid) return rejected(`El monto es menor que lo cobrado (${quetzales(paid)}).`)
      factura.cents = changed
      factura.version += 1
      return { status: 200, message: 'Factura actualizada exitosamente' }
    },
  }
}

function annulFactura(random: SeededRandom, { facturas }: CobrosState): CobrosStep {
  const { id, version: present } = random.pick([...facturas.values()])
  const version = versionOf(random, present)
  return {
    method: 'POST',
    path: `/api/facturas/${id}/anular`,
    body: { motivo: 'Se repitió', version },
    apply: (state) => {
      const factura = state.facturas.get(id)!
      if (isStale(version, factura.version)) return rejected(staleMessage)
      if (factura.isAnnulled) return rejected('La factura está anulada.')
      if (totalOf(paidOf(state, id)) > 0) return rejected('La factura tiene cobros. Anúlalos primero.')
      factura.isAnnulled = true
      factura.version += 1
      return { status: 200, message: 'Factura anulada' }
    },
  }
}

/** Splits an amount, often the whole saldo, at times one cent more. */
function lineOf(random: SeededRandom, state: CobrosState, factura: ModelFactura) {
  const saldo = saldoOf(state, factura)
  const wanted = random.chance(0.4) ? saldo : random.chance(0.2) ? saldo + 1 : 1 + random.below(factura.cents)
  const total = Math.max(1, wanted)
  const iva = random.chance(0.3) ? random.below(total) : 0
  const isr = random.chance(0.3) ? random.below(total - iva) : 0
  return { factura_id: factura.id, monto: total - iva - isr, iva, isr }
}

function createCobro(random: SeededRandom, state: CobrosState): CobrosStep {
  const { cliente_id } = random.pick([...state.facturas.values()])
  const candidates = [...state.facturas.values()].filter(
    (each) => each.cliente_id === cliente_id || random.chance(0.03),
  )
  const chosen = new Set(Array.from({ length: 1 + random.below(3) }, () => random.pick(candidates)))
  const lines = [...chosen].map((factura) => lineOf(random, state, factura))
  const fecha = dayOf(random)
  const aplicaciones = lines.map(({ factura_id, monto, iva, isr }) => ({
    factura_id,
    monto: monto / 100,
    retencion_iva: iva / 100,
    retencion_isr: isr / 100,
  }))
  return {
    method: 'POST',
    path: '/api/cobros',
    body: { cliente_id, fecha, forma: 'Cheque', aplicaciones },
    apply: (now, id) => {
      const rows = lines.map((line) => ({ line, factura: now.facturas.get(line.factura_id)! }))
      if (rows.some(({ factura }) => factura.cliente_id !== cliente_id))
        return { status: 400, message: 'Hay una factura que no es de este cliente.' }
      for (const { line, factura } of rows) {
        if (factura.isAnnulled) return rejected(`La factura ${factura.name} está anulada.`)
        const saldo = saldoOf(now, factura)
        if (totalOf(line) > saldo) return rejected(`El cobro pasa del saldo (${quetzales(saldo)}).`)
      }
      now.cobros.set(id, { id, cliente_id, fecha, lines, isAnnulled: false, version: 1 })
      return { status: 201, message: 'Cobro creado exitosamente' }
    },
  }
}

function annulCobro(random: SeededRandom, { cobros }: CobrosState): CobrosStep {
  const { id, version: present } = random.pick([...cobros.values()])
  const version = versionOf(random, present)
  return {
    method: 'POST',
    path: `/api/cobros/${id}/anular`,
    body: { motivo: 'Cheque rechazado', version },
    apply: (state) => {
      const cobro = state.cobros.get(id)!
      if (isStale(version, cobro.version)) return rejected(staleMessage)
      if (cobro.isAnnulled) return rejected('El cobro está anulado.')
      cobro.isAnnulled = true
      cobro.version += 1
      return { status: 200, message: 'Cobro anulado' }
    },
  }
}

/** Returns a random call on the state. */
export function chooseStep(random: SeededRandom, state: CobrosState): CobrosStep {
  const { facturas, cobros } = state
  if (facturas.size < 4 || random.chance(0.2)) return createFactura(random, state)
  if (random.chance(0.15)) return changeFactura(random, state)
  if (random.chance(0.1)) return annulFactura(random, state)
  if (cobros.size > 0 && random.chance(0.3)) return annulCobro(random, state)
  return createCobro(random, state)
}
