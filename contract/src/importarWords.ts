import { type Caller, can } from './access.ts'
import { accessByTipo } from './importarAccess.ts'
import { type ImportTipo, importTipos } from './importarCampos.ts'

/** Who may bring in what, and what is said of it. No zod: the browser imports it. */

export const isImportTipo = (tipo: unknown): tipo is ImportTipo => importTipos.some((each) => each === tipo)

/** What is done with what is there already. */
export const duplicadosModos = ['error', 'saltar', 'actualizar'] as const
export type DuplicadosModo = (typeof duplicadosModos)[number]

export const importLimits = {
  maxBytes: 10 * 1024 * 1024,
  /** Rows whose errors are told, rows that are shown, names that keep an import from being undone. */
  maxListedErrors: 200,
  maxPreviewRows: 20,
  maxListedRecords: 20,
  /** Of a value that is shown. */
  maxShownCharacters: 100,
  /** In which it can be undone. */
  undoHours: 24,
} as const

export const importTiposOf = (caller: Caller): ImportTipo[] =>
  importTipos.filter((tipo) => can(caller, accessByTipo[tipo]))

export const importWords = {
  unknownTipo: 'Tipo de importación no encontrado',
  unknown: 'Importación no encontrada',
  rutasNotUpdated: 'Las rutas no se actualizan con una hoja.',
  empty: 'El archivo está vacío.',
  tooLarge: 'El archivo pasa de 10 MB.',
  notASheet: 'Solo se aceptan hojas de Excel (.xlsx) o CSV.',
  oldOrProtected: 'Guárdalo como .xlsx o CSV, sin contraseña.',
  unreadable: 'No se pudo leer el archivo. Guárdalo de nuevo como .xlsx o CSV.',
  unknownSheet: 'No existe esa hoja.',
  noRows: 'El archivo no tiene filas.',
  tooManyRows: 'El archivo tiene más de 20,000 filas.',
  underWay: 'Hay otra importación en curso. Espera a que termine.',
  undone: 'Importación deshecha.',
  isUndone: 'Esta importación ya se deshizo.',
  tooLate: 'Ya pasaron 24 horas.',
} as const
