import { rolId } from '@flota/contract/access.ts'
import { searchText } from '@flota/server/db/search.ts'
import { fechaOf, minutesADay } from './calendar.ts'
import type { Demo } from './company.ts'
import { makeMantenimientos } from './mantenimientos.ts'
import type { Nombre } from './nombres.ts'
import { firstDay } from './plan.ts'
import { createRandom } from './random.ts'
import { chief, type Usuario } from './usuarios.ts'
import type { Working } from './working.ts'

type Value = string | number | null | readonly number[]
/** As its table takes it; moments as the company's clock shows them. */
export type Row = Record<string, Value>

/** How a minute is written. */
export type Clock = (minute: number) => string

const at = (day: number, minute: number) => day * minutesADay + minute

/** The columns that every table has. */
const meta = (clock: Clock, created: number, deleted: number | null): Row => ({
  version: deleted === null ? 1 : 2,
  creado_en: clock(created),
  actualizado_en: clock(deleted ?? created),
  eliminado_en: deleted === null ? null : clock(deleted),
  eliminado_por: deleted === null ? null : chief,
})

/** Who came before the two years began is there from their first morning; the last of a list has left. */
const cameAndLeft = (demo: { today: number; clock: Clock }, all: readonly Working[], gone: number) => {
  const start = firstDay(demo.today) - 5
  return (one: Working, i: number): Row => {
    const created = at(one.first > 0 ? one.first - 1 : start, 480 + (i % 60) * 7)
    return meta(demo.clock, created, i < all.length - gone ? null : at(one.last + 1, 610 + i))
  }
}

const person = ({ nombre, apellido, telefono }: Nombre & { telefono: string }): Row => ({
  nombre,
  apellido,
  telefono,
  busqueda: searchText([nombre, apellido]),
})

export interface Shown {
  demo: Demo
  usuarios: readonly Usuario[]
  hashes: readonly string[]
  today: number
  clock: Clock
  seed: number
}

/** Everything but the routes, table by table, in an order that references allow. */
export function catalogueTables(shown: Shown): [table: string, rows: Row[]][] {
  const { demo } = shown
  const clientes = cameAndLeft(shown, demo.clientes, 2)
  const choferes = cameAndLeft(shown, demo.choferes, 1)
  const ayudantes = cameAndLeft(shown, demo.ayudantes, 1)
  const camiones = cameAndLeft(shown, demo.camiones, 1)
  return [
    ['clientes', demo.clientes.map((c, i) => ({ id: c.id, ...person(c), ...clientes(c, i) }))],
    [
      'choferes',
      demo.choferes.map((c, i) => ({
        id: c.id,
        ...person(c),
        tipo_licencia: c.tipo_licencia,
        vencimiento: fechaOf(c.vencimiento),
        ...choferes(c, i),
      })),
    ],
    ['ayudantes', demo.ayudantes.map((a, i) => ({ id: a.id, ...person(a), ...ayudantes(a, i) }))],
    [
      'camiones',
      demo.camiones.map((c, i) => {
        const { id, placa, marca, modelo, color, tipo, tarjeta_circulacion } = c
        const busqueda = searchText([placa, marca, modelo])
        return { id, placa, marca, modelo, color, tipo, tarjeta_circulacion, busqueda, ...camiones(c, i) }
      }),
    ],
    ['usuarios', usuarioRows(shown)],
    ['mantenimientos', mantenimientoRows(shown)],
  ]
}

const usuarioRows = ({ usuarios, hashes, today, clock }: Shown): Row[] =>
  usuarios.map(({ id, username, rol, permisos, chofer, kind }, i) => ({
    id,
    username,
    password_hash: hashes[i] ?? '',
    rol_id: rolId[rol],
    estado: kind === 'inactivo' ? 'inactivo' : 'activo',
    permisos,
    piloto_id: chofer?.id ?? null,
    busqueda: searchText([username]),
    ...meta(clock, at(firstDay(today) - 6, 480 + i), kind === 'papelera' ? at(today - 20, 990) : null),
  }))

function mantenimientoRows({ demo, today, clock, seed }: Shown): Row[] {
  const all = makeMantenimientos(createRandom(seed, 'mantenimientos'), demo, today)
  return all.map(({ camion, planned, done, ...values }, i) => ({
    id: i + 1,
    camion_id: camion.id,
    ...values,
    fecha_programada: fechaOf(planned),
    fecha_realizada: done === null ? null : fechaOf(done),
    busqueda: searchText([values.descripcion, values.taller]),
    ...meta(
      clock,
      at(Math.min(planned - 2, today - 1), 560 + (i % 30) * 11),
      i === all.length - 1 ? at(today - 1, 990) : null,
    ),
  }))
}
