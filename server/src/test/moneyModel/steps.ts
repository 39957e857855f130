import { type Estado, isOpen, lastClosed, type Movimiento, openOf, settle, type World } from './modelState.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever shape the answer has
export type Body = any
export interface Answer {
  status: number
  body: Body
}

/** What a call is to be answered; of what is not said anything goes. */
export interface Expected {
  status: number
  message?: string
  data?: Record<string, unknown>
}

export interface Step {
  method: string
  path: string
  body?: unknown
  /** Does it to the world, and says how it is answered there; what it makes has the id that the answer has. */
  apply: (world: World, got: Answer) => Expected
}

const refused = (status: number, message: string): Expected => ({ status, message })

/** Of an invoice another gasto that has it. */
function twinOf({ movimientos }: World, { id, uuid, compartida }: Movimiento): Movimiento | undefined {
  if (uuid === null || compartida) return undefined
  return [...movimientos.values()].find(
    (each) => each.id !== id && each.uuid === uuid && !each.compartida && each.estado !== 'anulado',
  )
}

function isTaken(world: World, { fecha, ruta_id }: Movimiento): Expected {
  const day = fecha.split('-').reverse().join('/')
  const ruta = world.rutas.get(ruta_id ?? 0)?.no_ruta ?? 'sin viaje'
  return refused(409, `Esa factura ya está registrada: ${day}, ${ruta}.`)
}

type Values = Omit<Movimiento, 'id' | 'estado' | 'liquidacion_id'>

/** As a form sends it: an amount as number or as text. */
const bodyOf = ({ cents, ...values }: Values, asText: boolean) => ({
  ...values,
  ...(values.tipo === 'cargo' || values.tipo === 'abono' ? { descripcion: 'De la prueba' } : {}),
  monto: asText ? (cents / 100).toFixed(2) : cents / 100,
})

const isGone = ({ pilots, rutas }: World, { chofer_id, ruta_id }: Pick<Values, 'chofer_id' | 'ruta_id'>) =>
  pilots.get(chofer_id ?? 0)?.inBin || rutas.get(ruta_id ?? 0)?.inBin

export const create = (values: Values, asText: boolean): Step => ({
  method: 'POST',
  path: '/api/movimientos',
  body: bodyOf(values, asText),
  apply(world, { body }) {
    if (isGone(world, values)) return { status: 400 }
    const made: Movimiento = {
      ...values,
      id: Number(body.data?.id),
      estado: 'aprobado',
      liquidacion_id: null,
    }
    const twin = twinOf(world, made)
    if (twin) return isTaken(world, twin)
    world.movimientos.set(made.id, made)
    return { status: 201, message: 'Movimiento creado exitosamente', data: { monto: made.cents / 100 } }
  },
})

const settled = ({ liquidaciones }: World, { liquidacion_id }: Movimiento): Expected | undefined =>
  liquidacion_id === null
    ? undefined
    : refused(409, `El movimiento pertenece a la liquidación ${liquidaciones.get(liquidacion_id)?.numero}.`)

export const edit = (id: number, values: Values): Step => ({
  method: 'PUT',
  path: `/api/movimientos/${id}`,
  body: bodyOf(values, false),
  apply(world) {
    const before = world.movimientos.get(id)
    if (!before) return { status: 404 }
    const isKept = before.chofer_id === values.chofer_id
    if (!isKept && world.pilots.get(values.chofer_id ?? 0)?.inBin) return { status: 400 }
    const refusal = settled(world, before)
    if (refusal) return refusal
    if (before.estado === 'anulado') return refused(409, 'El movimiento está anulado.')
    const { tipo, estado, liquidacion_id } = before
    world.movimientos.set(id, { ...values, id, tipo, estado, liquidacion_id })
    return {
      status: 200,
      message: 'Movimiento actualizado exitosamente',
      data: { monto: values.cents / 100 },
    }
  },
})

const told: Record<Estado, string> = {
  registrado: 'Movimiento por revisar',
  aprobado: 'Movimiento aprobado',
  anulado: 'Movimiento anulado',
}

export const change = (id: number, estado: Estado): Step => ({
  method: 'PUT',
  path: `/api/movimientos/${id}/estado`,
  body: { estado, ...(estado === 'anulado' && { motivo: 'Repetido en el cuaderno' }) },
  apply(world) {
    const before = world.movimientos.get(id)
    if (!before) return { status: 404 }
    const refusal = settled(world, before)
    if (refusal) return refusal
    if (before.estado === estado) return { status: 200 }
    if (before.estado === 'anulado') {
      if (isGone(world, before))
        return refused(409, 'El piloto o la ruta de este movimiento está en la papelera.')
      const twin = twinOf(world, before)
      if (twin) return isTaken(world, twin)
    }
    world.movimientos.set(id, { ...before, estado })
    return { status: 200, message: told[estado] }
  },
})

const changed = 'Los movimientos cambiaron. Recarga para ver los cambios.'

/** @param saldo in cents, where the caller says what is to come of it */
export const close = (chofer_id: number, ids: readonly number[], saldo?: number): Step => ({
  method: 'POST',
  path: '/api/liquidaciones',
  body: { chofer_id, movimientos: ids, ...(saldo !== undefined && { saldo: saldo / 100 }) },
  apply(world, { body }) {
    const these = ids.flatMap((id) => world.movimientos.get(id) ?? [])
    const fit = these.filter(
      (each) => isOpen(each) && each.estado === 'aprobado' && each.chofer_id === chofer_id,
    )
    const sums = settle(world, chofer_id, fit)
    if (fit.length < ids.length || (saldo ?? sums.saldo) !== sums.saldo) return refused(409, changed)
    const id = Number(body.data?.id)
    const numero = `L-${String(world.liquidaciones.size + 1).padStart(4, '0')}`
    world.liquidaciones.set(id, { ...sums, id, numero, chofer_id, estado: 'cerrada' })
    for (const each of fit) world.movimientos.set(each.id, { ...each, liquidacion_id: id })
    return {
      status: 201,
      message: 'Liquidación creada exitosamente',
      data: { numero, estado: 'cerrada', saldo: sums.saldo / 100, comisiones: sums.comisiones / 100 },
    }
  },
})

export const annul = (id: number): Step => ({
  method: 'POST',
  path: `/api/liquidaciones/${id}/anular`,
  body: { motivo: 'Faltaba un gasto' },
  apply(world) {
    const before = world.liquidaciones.get(id)
    if (!before) return { status: 404 }
    if (before.estado === 'anulada') return refused(409, `La liquidación ${before.numero} ya está anulada.`)
    if (lastClosed(world, before.chofer_id) !== before)
      return refused(409, 'Solo se anula la última liquidación del piloto.')
    world.liquidaciones.set(id, { ...before, estado: 'anulada' })
    for (const each of world.movimientos.values())
      if (each.liquidacion_id === id) world.movimientos.set(each.id, { ...each, liquidacion_id: null })
    return { status: 200, message: 'Liquidación anulada', data: { numero: before.numero, estado: 'anulada' } }
  },
})

export const removePilot = (id: number): Step => ({
  method: 'DELETE',
  path: `/api/choferes/${id}`,
  apply(world) {
    const pilot = world.pilots.get(id)
    if (!pilot || pilot.inBin) return { status: 404 }
    const open = openOf(world, id)
    const approved = open.filter(({ estado }) => estado === 'aprobado')
    if (open.length > 0 || settle(world, id, approved).saldo !== 0)
      return refused(409, 'No se puede eliminar: el piloto tiene dinero por liquidar.')
    world.pilots.set(id, { ...pilot, inBin: true })
    return { status: 200 }
  },
})

export const removeRuta = (id: number): Step => ({
  method: 'DELETE',
  path: `/api/rutas/${id}`,
  apply(world) {
    const ruta = world.rutas.get(id)
    if (!ruta || ruta.inBin) return { status: 404 }
    if ([...world.movimientos.values()].some(({ ruta_id, estado }) => ruta_id === id && estado !== 'anulado'))
      return refused(409, 'No se puede eliminar: la ruta tiene dinero registrado.')
    world.rutas.set(id, { ...ruta, inBin: true })
    return { status: 200 }
  },
})

export const restore = (tipo: 'pilots' | 'rutas', id: number): Step => ({
  method: 'POST',
  path: `/api/papelera/${tipo === 'pilots' ? 'choferes' : 'rutas'}/${id}/restaurar`,
  apply(world) {
    const all: Map<number, { inBin: boolean }> = world[tipo]
    const one = all.get(id)
    if (!one?.inBin) return { status: 404 }
    all.set(id, { ...one, inBin: false })
    return { status: 200 }
  },
})
