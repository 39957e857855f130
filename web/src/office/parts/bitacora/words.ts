import type { BitacoraTipo } from '@flota/contract/bitacora.ts'
import { type Accion, cambiosDe } from '@flota/contract/cambios.ts'
import { catalogues } from '@flota/contract/catalogues.ts'
import type { AnswerOf } from '../../../api/call.ts'

export type Anotacion = AnswerOf<'GET /api/bitacora'>['data'][number]

interface Words {
  /** Before the record's name, or for all of it where it has none. */
  el: string
  /** Its name says by itself what it is: a route's number, a plate. */
  known?: true
}

const ofCatalogues = Object.fromEntries(
  Object.values(catalogues).map(({ name, words: { asked } }) => [
    name,
    { el: asked.replace(/^al /, 'el '), known: true },
  ]),
  // fromEntries forgets its keys: they are the catalogues' names.
) as Record<keyof typeof catalogues, Words>

const tipos: Record<BitacoraTipo, Words> = {
  rutas: { el: 'la ruta', known: true },
  ...ofCatalogues,
  mantenimientos: { el: 'el mantenimiento de' },
  archivos: { el: 'el archivo' },
  documentos: { el: 'el documento', known: true },
  documento_tipos: { el: 'el tipo de documento' },
  tarifas: { el: 'la tarifa' },
  restricciones: { el: 'la restricción' },
  usuarios: { el: 'el usuario', known: true },
  ajustes: { el: 'los ajustes' },
  avisos: { el: 'el aviso' },
  reportes: { el: 'un reporte' },
  bitacora: { el: 'la bitácora' },
  sesiones: { el: 'la sesión' },
}

/** What was done, in a sentence before the record. */
const done: Record<Accion, string> = {
  crear: 'creó',
  editar: 'cambió',
  estado: 'cambió',
  eliminar: 'eliminó',
  restaurar: 'restauró',
  permisos: 'cambió',
  clave: 'cambió',
  entrar: 'entró',
  salir: 'salió',
  rechazado: 'no pudo entrar',
  exportar: 'exportó',
  excepcion: 'guardó con excepción',
  posponer: 'pospuso',
}

type Changes = ReturnType<typeof cambiosDe>

/** 'ana' 'cambió Precio de' 'RUTA-9001', and what changed. */
interface Hecho {
  who: string
  did: string
  /** The record's name; empty where the sentence needs none. */
  record: string
  changes: Changes
  /** The one change that the sentence ends with, after its name. */
  only: Changes[number] | undefined
}

const ofSession: readonly Accion[] = ['entrar', 'salir', 'rechazado']
const ofChanges: readonly Accion[] = ['editar', 'estado', 'permisos']

/** What a row of the log says; among the changes of one record (`own`) without its name. */
export function hechoOf(row: Anotacion, own = false): Hecho {
  const { accion, usuario, nombre } = row
  const changes = cambiosDe(row.cambios)
  return {
    who: usuario ?? (accion === 'rechazado' ? 'Alguien' : 'El servidor'),
    did: didOf(row, changes, own),
    record: own || ofSession.includes(accion) ? '' : (nombre ?? ''),
    changes,
    only: changes.length === 1 && ofChanges.includes(accion) ? changes[0] : undefined,
  }
}

function didOf({ accion, tipo, nombre }: Anotacion, changes: Changes, own: boolean): string {
  const did = done[accion]
  const { el, known } = tipos[tipo]
  if (ofSession.includes(accion)) return did
  if (accion === 'exportar' && tipo === 'rutas') return `${did} hojas de ruta`
  const named = own || !nombre ? el.replace(/ de$/, '') : el
  // The pilot's comment to a state that stays.
  if (accion === 'estado' && changes.length === 0) return `comentó ${named}`
  if (accion !== 'clave' && !ofChanges.includes(accion)) return `${did} ${named}`
  const [first] = changes
  const what =
    accion === 'clave' ? 'la contraseña' : changes.length === 1 ? first?.campo : `${changes.length} datos`
  if (own) return `${did} ${what}`
  return `${did} ${what} ${known && nombre ? 'de' : `de ${named}`.replace(/^de el /, 'del ')}`
}
