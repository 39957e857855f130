import { aCamion, aPersona, aRuta } from '../factories.ts'
import { aUsuario } from '../usuarios.ts'

export interface References {
  cliente_id: number
  camion_id: number
  chofer_id: number
  ayudante_id: number
}

// oxlint-disable-next-line typescript/no-explicit-any -- a row as the list of its kind gives it
export type Row = any

type BuildBody = (name: string, state: string, references: References) => Record<string, unknown>

/**
 * A kind of record to write. Each record has a unique name and passes through the states with one write each.
 */
export interface RecordKind {
  /** Path of the list and of POST. */
  path: string
  states: readonly string[]
  create: BuildBody
  /** Body of PUT. Without it the pilot changes the state. */
  change?: BuildBody
  name: (row: Row) => string
  state: (row: Row) => string
  /** Every third record is deleted in the end. */
  isRemovable: boolean
  hasHistory: boolean
}

const recordKind = (
  path: string,
  states: readonly string[],
  write: BuildBody,
  name: string,
  state: string,
): RecordKind => ({
  path,
  states,
  create: write,
  change: write,
  name: (row) => row[name],
  state: (row) => row[state],
  isRemovable: true,
  hasHistory: false,
})

const camiones = recordKind(
  '/api/camiones',
  ['nuevo', 'pintado'],
  (placa, color) => aCamion({ placa, color }),
  'placa',
  'color',
)

const clientes = recordKind(
  '/api/clientes',
  ['Rosa', 'Rosa María'],
  (apellido, nombre) => aPersona({ apellido, nombre }),
  'apellido',
  'nombre',
)

const mantenimientos = recordKind(
  '/api/mantenimientos',
  ['Programado', 'En proceso', 'Completado'],
  (descripcion, estado, { camion_id }) => ({
    camion_id,
    tipo: 'Preventivo',
    descripcion,
    fecha_programada: '2026-12-31',
    estado,
  }),
  'descripcion',
  'estado',
)

const usuarios: RecordKind = {
  ...recordKind(
    '/api/usuarios',
    ['activo', 'inactivo'],
    (username, estado) => aUsuario({ username, estado }),
    'username',
    'estado',
  ),
  change: (_name, estado) => ({ estado }),
}

const rutas: RecordKind = {
  ...recordKind(
    '/api/rutas',
    ['Pendiente', 'En curso', 'Entregado'],
    (no_ruta, estado, references) => aRuta(references, { no_ruta, estado }),
    'no_ruta',
    'estado',
  ),
  isRemovable: false,
  hasHistory: true,
}

/** The pilot's call has no version: only its key prevents a second change. */
const { change: _staff, ...ofPilot } = {
  ...rutas,
  states: ['Pendiente', 'En curso', 'Incidente', 'Entregado'],
}

/** One client each. */
export const recordKinds: readonly RecordKind[] = [
  camiones,
  clientes,
  mantenimientos,
  usuarios,
  rutas,
  rutas,
  ofPilot,
  ofPilot,
]
