import fc from 'fast-check'
import {
  createFichaStep,
  deleteFichaStep,
  type FichaCommand,
  type ListCommand,
  listFichasStep,
  showFichaStep,
  updateFichaStep,
} from './catalogos.ts'
import {
  listRutasStep,
  nextNumberStep,
  type RutaListCommand,
  recientesStep,
  reporteStep,
  showHistorialStep,
  showRutaStep,
  verifyStep,
} from './listas.ts'
import type { ModelState, ModelStep, Usuario } from './modelState.ts'
import {
  deleteMantenimiento,
  listMantenimientos,
  listPapelera,
  type MantenimientoCommand,
  restoreStep,
  tipos,
  writeMantenimiento,
} from './papelera.ts'
import { changeEstadoStep, type EstadoCommand } from './piloto.ts'
import { createRutaStep, deleteRutaStep, type RutaCommand, updateRutaStep } from './rutas.ts'
import {
  createUsuarioStep,
  deleteUsuarioStep,
  listUsuariosStep,
  type UsuarioCommand,
  updateUsuarioStep,
} from './usuarios.ts'

// Commands as data that fast-check can shrink. Numbers are indexes from the first of their kind.

const target = fc.nat(7)
const version = fc.constantFrom('none', 'none', 'read', 'read', 'read', 'other')
const optional = <T>(arbitrary: fc.Arbitrary<T>, weight = 4) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight, arbitrary })
const rarely = <T>(arbitrary: fc.Arbitrary<T>) => optional(arbitrary, 1)
const rarelyOneOf = <T>(...values: T[]) =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...values) },
  )

const tabla = fc.constantFrom('choferes', 'ayudantes', 'clientes', 'camiones')
const page = { pagina: fc.constantFrom(1, 1, 1, 2, 3), porPagina: optional(fc.constantFrom(1, 2, 5)) }
const names = ['Ana', 'José', 'ñandú', ' Zoë ', 'ana']

const ficha: fc.Arbitrary<FichaCommand> = fc.record({
  tabla,
  target,
  version,
  wrong: rarelyOneOf('nombre', 'apellido', 'placa', 'vencimiento', 'tipo'),
  values: fc.record({
    nombre: fc.constantFrom(...names),
    apellido: fc.constantFrom('Núñez', 'nunez', 'de la  Paz', 'Cliente'),
    telefono: fc.constant('5555-1234'),
    tipo_licencia: fc.constant('A'),
    vencimiento: fc.constantFrom('2027-02-28', '2024-02-29'),
    placa: fc.constantFrom('C-1', 'c 1', 'P-22', 'M-3'),
    marca: fc.constantFrom('Hino', 'Freightliner'),
    modelo: fc.constant('M2 106'),
    color: fc.constant('Blanco'),
    tipo: fc.constant('Cabezal'),
    tarjeta_circulacion: fc.constant('TC-1'),
  }),
})
const list: fc.Arbitrary<ListCommand> = fc.record({
  tabla,
  target,
  ...page,
  buscar: fc.constantFrom('', '', 'ANA', 'jose', 'nu an', 'c-', '%'),
  orden: fc.constantFrom('nombre', '-nombre', 'recientes'),
})

const estado = fc.constantFrom('Pendiente', 'En curso', 'Entregado', 'Entregado', 'Incidente')
const fecha = fc.constantFrom('2026-11-20', '2026-11-30', '2026-10-31', '2024-02-29')
/** Mostly an existing one. */
const ref = fc.oneof({ weight: 19, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(9) })
const ruta: fc.Arbitrary<RutaCommand> = fc.record({
  target,
  version,
  refs: fc.record({ cliente: ref, camion: ref, chofer: ref, ayudante: optional(ref) }),
  texto: rarely(
    fc.constantFrom('ana nunez', 'José de la Paz', 'Nueva', 'nueva  CLIENTE', 'Ñandú Núñez', 'Solo Una Vez'),
  ),
  values: fc.record({
    no_ruta: fc.constantFrom(
      ...'RUTA-001 ruta-1 RUTA-2 RUTA-10 RUTA-010 Ruta-002 RUTA-999999999 RUTA-1000000000'.split(' '),
      ...'Especial ESPECIAL X_7 R-1 R-2 R-3 R-4 R-5'.split(' '),
    ),
    servicio: fc.constantFrom('Flete', 'Mudanza 100%'),
    fecha,
    hora: fc.constantFrom('08:30', '00:00', '23:59'),
    comentario: fc.constantFrom(null, 'Con cuidado'),
  }),
  precio: fc.constantFrom(0, '0.10', 0.2, '99.99', 99_999_999.99),
  estado: fc.oneof({ weight: 9, arbitrary: estado }, { weight: 1, arbitrary: fc.constant(undefined) }),
  wrong: rarelyOneOf('no_ruta', 'camion_id', 'precio', 'fecha'),
})
const rutaList: fc.Arbitrary<RutaListCommand> = fc.record({
  ...page,
  buscar: fc.constantFrom('', '', '', 'ruta', '1', 'ana', 'NUÑEZ jose', '100%', 'flete an'),
  campo: fc.constantFrom('', 'todos', 'no_ruta', 'cliente', 'servicio'),
  estado: fc.constantFrom('', '', '', 'Pendiente', 'En curso'),
  cliente: rarely(target),
  desde: fc.constantFrom('', '', '2026-11-20'),
  hasta: fc.constantFrom('', '', '2026-11-20'),
  orden: fc.constantFrom('', 'recientes', 'antiguas', 'ascendente', 'descendente'),
  mine: fc.boolean(),
})
const cambio: fc.Arbitrary<EstadoCommand> = fc.record({
  target,
  version,
  nuevoEstado: fc.oneof({ weight: 15, arbitrary: estado }, { weight: 1, arbitrary: fc.constant(null) }),
  comentario: fc.constantFrom(null, '', 'Llegué'),
  clave: optional(fc.constantFrom('a', 'b')),
})

const usuario: fc.Arbitrary<UsuarioCommand> = fc
  .record(
    {
      target,
      version,
      username: fc.constantFrom('eva', 'EVA', 'leo', 'mía', 'zoe'),
      rol_id: fc.constantFrom(1, 2, 3),
      estado: fc.constantFrom('activo', 'inactivo'),
      piloto: fc.option(fc.nat(4), { freq: 3 }),
      permisos: fc.option(fc.subarray([1, 2, 3, 4, 5, 6, 7]), { freq: 5 }),
    },
    { requiredKeys: ['target', 'version'] },
  )
  .filter(({ username, rol_id, estado: est }) => [username, rol_id, est].some((each) => each !== undefined))
const mantenimiento: fc.Arbitrary<MantenimientoCommand> = fc.record({
  target,
  version,
  camion: ref,
  fecha_programada: fecha,
  estado: fc.constantFrom('Programado', 'Completado'),
  costo: fc.constantFrom(null, 0, 12.5),
})

type Caller = Usuario | undefined
interface RestoreCommand {
  tipo: (typeof tipos)[number]
  target: number
}
const papelera = fc.record(page)
type Page = typeof papelera extends fc.Arbitrary<infer T> ? T : never
const historial = (mine: boolean) => (w: ModelState, n: number, c: Caller) => showHistorialStep(w, n, c, mine)
const changeUsuario = (patch: boolean) => (w: ModelState, u: UsuarioCommand, c: Caller) =>
  updateUsuarioStep(w, u, c, patch)
const mantenimientoStep = (isNew: boolean) => (w: ModelState, m: MantenimientoCommand) =>
  writeMantenimiento(w, m, isNew)

/** Each kind with its weight, its input, and its step. */
const kinds = {
  'POST ficha': [6, ficha, createFichaStep],
  'PUT ficha': [5, ficha, updateFichaStep],
  'DELETE ficha': [7, ficha, deleteFichaStep],
  'GET fichas': [3, list, listFichasStep],
  'GET ficha': [2, list, showFichaStep],
  'POST ruta': [16, ruta, createRutaStep],
  'PUT ruta': [14, ruta, updateRutaStep],
  'DELETE ruta': [4, ruta, deleteRutaStep],
  'GET rutas': [8, rutaList, listRutasStep],
  'GET ruta': [2, target, showRutaStep],
  'GET historial': [2, target, historial(false)],
  'GET historial propio': [2, target, historial(true)],
  'GET next-number': [2, target, nextNumberStep],
  'GET reporte': [2, fc.constantFrom('dia', 'mes', 'anio'), reporteStep],
  'GET recientes': [2, fc.constantFrom(1, 2, 7), recientesStep],
  'GET verify': [2, target, (_w: ModelState, _n: number, c: Caller) => verifyStep(c)],
  'PUT estado': [14, cambio, changeEstadoStep],
  'POST usuario': [1, usuario, createUsuarioStep],
  'PUT usuario': [8, usuario, changeUsuario(false)],
  'PATCH usuario': [3, usuario, changeUsuario(true)],
  'DELETE usuario': [3, usuario, deleteUsuarioStep],
  'GET usuarios': [2, fc.constantFrom('nombre', '-nombre', 'recientes'), listUsuariosStep],
  'GET papelera': [2, papelera, (w: ModelState, p: Page) => listPapelera(w, p.pagina, p.porPagina)],
  restaurar: [
    9,
    fc.record({ tipo: fc.constantFrom(...tipos), target }),
    (w: ModelState, r: RestoreCommand) => restoreStep(w, r.tipo, r.target),
  ],
  'POST mantenimiento': [2, mantenimiento, mantenimientoStep(true)],
  'PUT mantenimiento': [2, mantenimiento, mantenimientoStep(false)],
  'DELETE mantenimiento': [1, mantenimiento, deleteMantenimiento],
  'GET mantenimientos': [1, target, listMantenimientos],
} as const
type Kind = keyof typeof kinds

/**
 * A command. `who` is an index into the users that may make the call, or into all that ever had a session. An
 * index past the end means no token.
 */
export interface ModelCommand {
  kind: Kind | 'entrar'
  who: number
  mayDoIt: boolean
  input: unknown
}

const caller = {
  who: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(8) }),
  mayDoIt: fc.oneof(
    { weight: 6, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
}

export const command: fc.Arbitrary<ModelCommand> = fc.oneof(
  ...Object.entries(kinds).map(([kind, [weight, arbitrary]]) => ({
    weight,
    // Union of all inputs; `kinds` relates them to the kind.
    arbitrary: fc.record({
      ...caller,
      kind: fc.constant(kind as Kind),
      input: arbitrary as fc.Arbitrary<unknown>,
    }),
  })),
  {
    weight: 5,
    arbitrary: fc.record({ ...caller, kind: fc.constant('entrar' as const), input: fc.constant(null) }),
  },
)

/** Returns the call of a command in this state. */
export function buildStep(
  world: ModelState,
  { kind, input }: ModelCommand & { kind: Kind },
  caller: Usuario | undefined,
): ModelStep {
  // The input was generated by the arbitrary of the same kind.
  const make = kinds[kind][2] as (w: ModelState, i: unknown, c: Usuario | undefined) => ModelStep
  return make(world, input, caller)
}
