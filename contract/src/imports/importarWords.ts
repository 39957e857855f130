import { type Caller, can } from '../core/access.ts'
import { accessByTipo } from './importarAccess.ts'
import { type ImportTipo, importTipos } from './importarCampos.ts'

/** Access, limits and messages of imports. No zod: the web imports it. */

export const isImportTipo = (tipo: unknown): tipo is ImportTipo => importTipos.some((each) => each === tipo)

/** What happens to rows that match an existing record. */
export const duplicadosModos = ['error', 'saltar', 'actualizar'] as const
export type DuplicadosModo = (typeof duplicadosModos)[number]

/** Why a record may be meant: same words, fewer words, without the legal form, plate without signs. */
export const candidatoMotivos = ['mismas palabras', 'un nombre menos', 'sin S.A.', 'parecido'] as const
export type CandidatoMotivo = (typeof candidatoMotivos)[number]

/** Why the records of a kind are never updated. */
export const notUpdatedTexts: Partial<Record<ImportTipo, string>> = {
  rutas: 'Las rutas no se actualizan con una hoja.',
  facturas: 'Las facturas no se actualizan con una hoja.',
}

/** Required fields that a file may lack if the user says so. */
export const sinCampos: Partial<Record<ImportTipo, readonly string[]>> = {
  choferes: ['telefono', 'tipo_licencia', 'vencimiento'],
  clientes: ['apellido'],
  camiones: ['modelo', 'color', 'tarjeta_circulacion'],
}

export const importLimits = {
  maxBytes: 10 * 1024 * 1024,
  /** Errors listed, rows previewed, and records listed that prevent an undo. */
  maxListedErrors: 200,
  maxPreviewRows: 20,
  maxListedRecords: 20,
  maxShownCharacters: 100,
  maxListedNames: 500,
  maxCandidates: 5,
  undoHours: 24,
} as const

export const importTiposOf = (caller: Caller): ImportTipo[] =>
  importTipos.filter((tipo) => can(caller, accessByTipo[tipo]))

export const importWords = {
  unknownTipo: 'Tipo de importación no encontrado',
  unknown: 'Importación no encontrada',
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
