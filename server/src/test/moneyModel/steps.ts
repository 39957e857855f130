import {
  type Estado,
  isUnsettled,
  lastClosed,
  type MoneyState,
  type Movimiento,
  openOf,
  settle,
} from './modelState.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever shape the answer has
export type Body = any
export interface StepResponse {
  status: number
  body: Body
}

/** Expected response; absent fields are not compared. */
export interface ExpectedStepResponse {
  status: number
  message?: string
  data?: Record<string, unknown>
}

export interface MoneyStep {
  method: string
  path: string
  body?: unknown
  /**
   * Applies the call to the state and returns the expected response. A created record gets the id of the
   * response.
   */
  apply: (state: MoneyState, got: StepResponse) => ExpectedStepResponse
}

const rejection = (status: number, message: string): ExpectedStepResponse => ({ status, message })

/** Returns another gasto with the same invoice. */
function duplicateInvoiceOf(
  { movimientos }: MoneyState,
  { id, uuid, compartida }: Movimiento,
): Movimiento | undefined {
  if (uuid === null || compartida) return undefined
  return [...movimientos.values()].find(
    (each) => each.id !== id && each.uuid === uuid && !each.compartida && each.estado !== 'anulado',
  )
}

function duplicateInvoiceError(state: MoneyState, { fecha, ruta_id }: Movimiento): ExpectedStepResponse {
  const day = fecha.split('-').reverse().join('/')
  const ruta = state.rutas.get(ruta_id ?? 0)?.no_ruta ?? 'sin viaje'
  return rejection(409, `Esa factura ya está registrada: ${day}, ${ruta}.`)
}

type MovimientoForm = Omit<Movimiento, 'id' | 'estado' | 'liquidacion_id'>

/** Returns the form with the amount as number or as text. */
const bodyOf = ({ cents, ...values }: MovimientoForm, asText: boolean) => ({
  ...values,
  ...(values.tipo === 'cargo' || values.tipo === 'abono' ? { descripcion: 'De la prueba' } : {}),
  monto: asText ? (cents / 100).toFixed(2) : cents / 100,
})

const isInBin = (
  { pilots, rutas }: MoneyState,
  { chofer_id, ruta_id }: Pick<MovimientoForm, 'chofer_id' | 'ruta_id'>,
) => pilots.get(chofer_id ?? 0)?.inBin || rutas.get(ruta_id ?? 0)?.inBin

export const create = (values: MovimientoForm, asText: boolean): MoneyStep => ({
  method: 'POST',
  path: '/api/movimientos',
  body: bodyOf(values, asText),
  apply(state, { body }) {
    if (isInBin(state, values)) return { status: 400 }
    const movimiento: Movimiento = {
      ...values,
      id: Number(body.data?.id),
      estado: 'aprobado',
      liquidacion_id: null,
    }
    const duplicate = duplicateInvoiceOf(state, movimiento)
    if (duplicate) return duplicateInvoiceError(state, duplicate)
    state.movimientos.set(movimiento.id, movimiento)
    return { status: 201, message: 'Movimiento creado exitosamente', data: { monto: movimiento.cents / 100 } }
  },
})

const settledError = (
  { liquidaciones }: MoneyState,
  { liquidacion_id }: Movimiento,
): ExpectedStepResponse | undefined =>
  liquidacion_id === null
    ? undefined
    : rejection(409, `El movimiento pertenece a la liquidación ${liquidaciones.get(liquidacion_id)?.numero}.`)

export const edit = (id: number, values: MovimientoForm): MoneyStep => ({
  method: 'PUT',
  path: `/api/movimientos/${id}`,
  body: bodyOf(values, false),
  apply(state) {
    const before = state.movimientos.get(id)
    if (!before) return { status: 404 }
    const keepsPilot = before.chofer_id === values.chofer_id
    if (!keepsPilot && state.pilots.get(values.chofer_id ?? 0)?.inBin) return { status: 400 }
    const refusal = settledError(state, before)
    if (refusal) return refusal
    if (before.estado === 'anulado') return rejection(409, 'El movimiento está anulado.')
    const { tipo, estado, liquidacion_id } = before
    state.movimientos.set(id, { ...values, id, tipo, estado, liquidacion_id })
    return {
      status: 200,
      message: 'Movimiento actualizado exitosamente',
      data: { monto: values.cents / 100 },
    }
  },
})

const estadoMessages: Record<Estado, string> = {
  registrado: 'Movimiento por revisar',
  aprobado: 'Movimiento aprobado',
  anulado: 'Movimiento anulado',
}

export const change = (id: number, estado: Estado): MoneyStep => ({
  method: 'PUT',
  path: `/api/movimientos/${id}/estado`,
  body: { estado, ...(estado === 'anulado' && { motivo: 'Repetido en el cuaderno' }) },
  apply(state) {
    const before = state.movimientos.get(id)
    if (!before) return { status: 404 }
    const refusal = settledError(state, before)
    if (refusal) return refusal
    if (before.estado === estado) return { status: 200 }
    if (before.estado === 'anulado') {
      if (isInBin(state, before))
        return rejection(409, 'El piloto o la ruta de este movimiento está en la papelera.')
      const duplicate = duplicateInvoiceOf(state, before)
      if (duplicate) return duplicateInvoiceError(state, duplicate)
    }
    state.movimientos.set(id, { ...before, estado })
    return { status: 200, message: estadoMessages[estado] }
  },
})

const staleMessage = 'Los movimientos cambiaron. Recarga para ver los cambios.'

/** @param saldo in cents; the balance the caller expects */
export const close = (chofer_id: number, ids: readonly number[], saldo?: number): MoneyStep => ({
  method: 'POST',
  path: '/api/liquidaciones',
  body: { chofer_id, movimientos: ids, ...(saldo !== undefined && { saldo: saldo / 100 }) },
  apply(state, { body }) {
    const movimientos = ids.flatMap((id) => state.movimientos.get(id) ?? [])
    const fit = movimientos.filter(
      (each) => isUnsettled(each) && each.estado === 'aprobado' && each.chofer_id === chofer_id,
    )
    const sums = settle(state, chofer_id, fit)
    if (fit.length < ids.length || (saldo ?? sums.saldo) !== sums.saldo) return rejection(409, staleMessage)
    const id = Number(body.data?.id)
    const numero = `L-${String(state.liquidaciones.size + 1).padStart(4, '0')}`
    state.liquidaciones.set(id, { ...sums, id, numero, chofer_id, estado: 'cerrada' })
    for (const each of fit) state.movimientos.set(each.id, { ...each, liquidacion_id: id })
    return {
      status: 201,
      message: 'Liquidación creada exitosamente',
      data: { numero, estado: 'cerrada', saldo: sums.saldo / 100, comisiones: sums.comisiones / 100 },
    }
  },
})

export const annul = (id: number): MoneyStep => ({
  method: 'POST',
  path: `/api/liquidaciones/${id}/anular`,
  body: { motivo: 'Faltaba un gasto' },
  apply(state) {
    const before = state.liquidaciones.get(id)
    if (!before) return { status: 404 }
    if (before.estado === 'anulada') return rejection(409, `La liquidación ${before.numero} ya está anulada.`)
    if (lastClosed(state, before.chofer_id) !== before)
      return rejection(409, 'Solo se anula la última liquidación del piloto.')
    state.liquidaciones.set(id, { ...before, estado: 'anulada' })
    for (const each of state.movimientos.values())
      if (each.liquidacion_id === id) state.movimientos.set(each.id, { ...each, liquidacion_id: null })
    return { status: 200, message: 'Liquidación anulada', data: { numero: before.numero, estado: 'anulada' } }
  },
})

export const removePilot = (id: number): MoneyStep => ({
  method: 'DELETE',
  path: `/api/choferes/${id}`,
  apply(state) {
    const pilot = state.pilots.get(id)
    if (!pilot || pilot.inBin) return { status: 404 }
    const open = openOf(state, id)
    const approved = open.filter(({ estado }) => estado === 'aprobado')
    if (open.length > 0 || settle(state, id, approved).saldo !== 0)
      return rejection(409, 'No se puede eliminar: el piloto tiene dinero por liquidar.')
    state.pilots.set(id, { ...pilot, inBin: true })
    return { status: 200 }
  },
})

export const removeRuta = (id: number): MoneyStep => ({
  method: 'DELETE',
  path: `/api/rutas/${id}`,
  apply(state) {
    const ruta = state.rutas.get(id)
    if (!ruta || ruta.inBin) return { status: 404 }
    if ([...state.movimientos.values()].some(({ ruta_id, estado }) => ruta_id === id && estado !== 'anulado'))
      return rejection(409, 'No se puede eliminar: la ruta tiene dinero registrado.')
    state.rutas.set(id, { ...ruta, inBin: true })
    return { status: 200 }
  },
})

export const restore = (tipo: 'pilots' | 'rutas', id: number): MoneyStep => ({
  method: 'POST',
  path: `/api/papelera/${tipo === 'pilots' ? 'choferes' : 'rutas'}/${id}/restaurar`,
  apply(state) {
    const all: Map<number, { inBin: boolean }> = state[tipo]
    const one = all.get(id)
    if (!one?.inBin) return { status: 404 }
    all.set(id, { ...one, inBin: false })
    return { status: 200 }
  },
})
