// In-memory model of docs/contract/money.md in whole cents. It uses no code of the program.

export const tipos = [
  'anticipo',
  'reanticipo',
  'pago',
  'cargo',
  'gasto',
  'devolucion',
  'abono',
  'comision',
] as const
type Tipo = (typeof tipos)[number]
export const estados = ['registrado', 'aprobado', 'anulado'] as const
export type Estado = (typeof estados)[number]

export interface Movimiento {
  id: number
  tipo: Tipo
  chofer_id: number | null
  ruta_id: number | null
  concepto: string | null
  paga: string | null
  cents: number
  fecha: string
  comprobante: string | null
  uuid: string | null
  compartida: boolean
  estado: Estado
  liquidacion_id: number | null
}

const sums = ['anticipos', 'pagos', 'cargos', 'gastos', 'devoluciones', 'abonos', 'comisiones'] as const
type Sums = Record<(typeof sums)[number] | 'saldo_anterior' | 'saldo', number>

export interface Liquidacion extends Sums {
  id: number
  numero: string
  chofer_id: number
  estado: 'cerrada' | 'anulada'
}

interface Ruta {
  id: number
  no_ruta: string
  cents: number
  inBin: boolean
}

export interface MoneyState {
  pilots: Map<number, { id: number; name: string; inBin: boolean }>
  rutas: Map<number, Ruta>
  movimientos: Map<number, Movimiento>
  /** By id, in the order of closing. */
  liquidaciones: Map<number, Liquidacion>
}

/** Copies the state. Its values are replaced, never mutated, so a shallow copy is enough. */
export const copyState = (state: MoneyState): MoneyState => ({
  pilots: new Map(state.pilots),
  rutas: new Map(state.rutas),
  movimientos: new Map(state.movimientos),
  liquidaciones: new Map(state.liquidaciones),
})

export const isUnsettled = ({ chofer_id, estado, paga, liquidacion_id }: Movimiento) =>
  chofer_id !== null && estado !== 'anulado' && paga !== 'empresa' && liquidacion_id === null

const column: Record<Tipo, (typeof sums)[number]> = {
  anticipo: 'anticipos',
  reanticipo: 'anticipos',
  pago: 'pagos',
  cargo: 'cargos',
  gasto: 'gastos',
  devolucion: 'devoluciones',
  abono: 'abonos',
  comision: 'comisiones',
}

/** Returns the newest closed settlement. */
export const lastClosed = ({ liquidaciones }: MoneyState, chofer_id: number): Liquidacion | undefined =>
  [...liquidaciones.values()].findLast((each) => each.chofer_id === chofer_id && each.estado === 'cerrada')

/** Returns the totals of a settlement of movimientos movimientos. */
export function settle(state: MoneyState, chofer_id: number, movimientos: readonly Movimiento[]): Sums {
  const total = Object.fromEntries(sums.map((name) => [name, 0])) as Sums
  for (const { tipo, cents } of movimientos) total[column[tipo]] += cents
  total.saldo_anterior = lastClosed(state, chofer_id)?.saldo ?? 0
  total.saldo = total.saldo_anterior + total.anticipos + total.pagos + total.cargos
  total.saldo -= total.gastos + total.devoluciones + total.abonos
  return total
}

const movimientosOfPilot = ({ movimientos }: MoneyState, id: number) =>
  [...movimientos.values()].filter(({ chofer_id }) => chofer_id === id)

export const openOf = (state: MoneyState, chofer_id: number) =>
  movimientosOfPilot(state, chofer_id).filter(isUnsettled)

const money = (cents: number) => cents / 100

/** Returns the rows of GET /api/saldos. */
export const saldosOf = (state: MoneyState) =>
  [...state.pilots.values()]
    .map(({ id, name }) => {
      const approved = openOf(state, id).filter(({ estado }) => estado === 'aprobado')
      const unreviewed = movimientosOfPilot(state, id).filter(({ estado }) => estado === 'registrado')
      const days = [...approved, ...unreviewed].map(({ fecha }) => fecha).toSorted()
      return {
        chofer_id: id,
        piloto: name,
        saldo: money(settle(state, id, approved).saldo),
        por_revisar: unreviewed.length,
        abiertos: approved.length,
        desde: days[0] ?? null,
      }
    })
    .filter(({ saldo, por_revisar, abiertos }) => saldo !== 0 || por_revisar + abiertos > 0)
    .toSorted((a, b) => compareKeys([a.desde ?? '9', a.piloto], [b.desde ?? '9', b.piloto]))

const compareKeys = (a: readonly string[], b: readonly string[]) => (a.join(' ') < b.join(' ') ? -1 : 1)

/** Returns the money fields of GET /api/liquidaciones. */
export const liquidacionesOf = ({ liquidaciones }: MoneyState) =>
  [...liquidaciones.values()]
    .map((each) => ({
      ...each,
      ...Object.fromEntries(
        [...sums, 'saldo_anterior' as const, 'saldo' as const].map((name) => [name, money(each[name])]),
      ),
    }))
    .toReversed()

/** Returns the money fields of GET /api/movimientos, oldest first. */
export const movimientosOf = ({ movimientos, liquidaciones }: MoneyState) =>
  [...movimientos.values()]
    .map(({ id, tipo, chofer_id, ruta_id, cents, fecha, estado, liquidacion_id }) => ({
      id,
      tipo,
      chofer_id,
      ruta_id,
      monto: money(cents),
      fecha,
      estado,
      liquidacion: liquidaciones.get(liquidacion_id ?? 0)?.numero ?? null,
    }))
    .toSorted((a, b) => (a.fecha === b.fecha ? a.id - b.id : compareKeys([a.fecha], [b.fecha])))

/** Returns the rows of GET /api/margen?por=ruta. All trips are delivered. */
export function margenOf({ rutas, movimientos }: MoneyState) {
  const filas = [...rutas.values()]
    .filter(({ inBin }) => !inBin)
    .map(({ id, no_ruta, cents: ingreso }) => {
      const ofRuta = [...movimientos.values()].filter(({ ruta_id }) => ruta_id === id)
      const sum = (fits: (each: Movimiento) => boolean) =>
        ofRuta
          .filter((each) => each.estado === 'aprobado' && fits(each))
          .reduce((all, { cents }) => all + cents, 0)
      const combustible = sum(({ concepto }) => concepto === 'Combustible')
      const gastos = sum(({ concepto }) => concepto !== null && concepto !== 'Combustible')
      const comisiones = sum(({ tipo }) => tipo === 'comision')
      const por_revisar = Number(
        ofRuta.some(({ tipo, estado }) => tipo === 'gasto' && estado === 'registrado'),
      )
      return {
        clave: String(id),
        nombre: no_ruta,
        viajes: 1,
        ingreso,
        combustible,
        gastos,
        comisiones,
        por_revisar,
      }
    })
    .map((fila) => withCosts(fila))
    .toSorted((a, b) => a.margen - b.margen || Number(a.clave) - Number(b.clave))
  const total = (name: 'ingreso' | 'combustible' | 'gastos' | 'comisiones' | 'viajes' | 'por_revisar') =>
    filas.reduce((all, fila) => all + fila[name], 0)
  const totales = withCosts({
    viajes: total('viajes'),
    ingreso: total('ingreso'),
    combustible: total('combustible'),
    gastos: total('gastos'),
    comisiones: total('comisiones'),
    por_revisar: total('por_revisar'),
  })
  return { filas: filas.map(inQuetzales), totales: inQuetzales(totales) }
}

interface Figures {
  ingreso: number
  combustible: number
  gastos: number
  comisiones: number
}

function withCosts<T extends Figures>(of: T) {
  const costo = of.combustible + of.gastos + of.comisiones
  const margen = of.ingreso - costo
  // In tenths of a percent, half rounded away from zero.
  const tenths =
    of.ingreso === 0 ? null : Math.sign(margen) * roundHalfUp(Math.abs(margen) * 1000, of.ingreso)
  return { ...of, costo, margen, margen_pct: tenths === null ? null : tenths / 10 }
}

const roundHalfUp = (n: number, by: number) => Math.floor((2 * n + by) / (2 * by))

const inQuetzales = <T extends Figures & { costo: number; margen: number }>(of: T): T => ({
  ...of,
  ingreso: money(of.ingreso),
  combustible: money(of.combustible),
  gastos: money(of.gastos),
  comisiones: money(of.comisiones),
  costo: money(of.costo),
  margen: money(of.margen),
})
