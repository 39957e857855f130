import type { Anotacion } from '@flota/contract/bitacora.ts'
import { type Accion, describeCambios } from '@flota/contract/cambios.ts'
import { type AsuntoTipo, asuntoOf, asuntos } from '@flota/contract/registros.ts'

const labelsOf = <Key extends string>(words: Record<Key, { label: string }>) =>
  // fromEntries forgets its keys: they are those of `words`.
  Object.fromEntries(
    Object.entries<{ label: string }>(words).map(([key, { label }]) => [key, label]),
  ) as Record<Key, string>

export const tipoWords: Record<AsuntoTipo, string> = labelsOf(asuntos)

/** What was done: as a filter names it, and in a sentence before the record. */
const accionTexts: Record<Accion, { label: string; did: string }> = {
  crear: { label: 'Crear', did: 'creó' },
  editar: { label: 'Editar', did: 'cambió' },
  estado: { label: 'Cambiar estado', did: 'cambió' },
  eliminar: { label: 'Eliminar', did: 'eliminó' },
  restaurar: { label: 'Restaurar', did: 'restauró' },
  permisos: { label: 'Cambiar permisos', did: 'cambió' },
  clave: { label: 'Cambiar contraseña', did: 'cambió' },
  entrar: { label: 'Entrar', did: 'entró' },
  salir: { label: 'Salir', did: 'salió' },
  rechazado: { label: 'Entrada rechazada', did: 'no pudo entrar' },
  exportar: { label: 'Exportar', did: 'exportó' },
  excepcion: { label: 'Excepción', did: 'guardó con excepción' },
  posponer: { label: 'Posponer', did: 'pospuso' },
  importar: { label: 'Importar', did: 'hizo' },
  deshacer: { label: 'Deshacer', did: 'deshizo' },
}
export const accionWords = labelsOf(accionTexts)

type FieldChanges = ReturnType<typeof describeCambios>

/** 'ana' 'cambió Precio de' 'RUTA-9001', and what changed. */
interface ChangeSentence {
  who: string
  did: string
  /** The record's name; empty where the sentence needs none. */
  record: string
  changes: FieldChanges
  /** The one change that the sentence ends with, after its name. */
  only: FieldChanges[number] | undefined
}

const sessionActions: readonly Accion[] = ['entrar', 'salir', 'rechazado']
const changeActions: readonly Accion[] = ['editar', 'estado', 'permisos']

/** What a row of the log says; among the changes of one record (`own`) without its name; moments as in `zona`. */
export function changeSentence(row: Anotacion, own = false, zona?: string): ChangeSentence {
  const { accion, usuario, nombre } = row
  const changes = describeCambios(row.cambios, zona)
  return {
    who: usuario ?? (accion === 'rechazado' ? 'Alguien' : 'El servidor'),
    did: actionPhrase(row, changes, own),
    record: own || sessionActions.includes(accion) ? '' : (nombre ?? ''),
    changes,
    only: changes.length === 1 && changeActions.includes(accion) ? changes[0] : undefined,
  }
}

function actionPhrase({ accion, tipo, nombre }: Anotacion, changes: FieldChanges, own: boolean): string {
  const { did } = accionTexts[accion]
  const { el, isKnown } = asuntoOf(tipo)
  if (sessionActions.includes(accion)) return did
  // Of reports and the log there is one kind of file.
  if (accion === 'exportar' && nombre?.endsWith('.xlsx') && isKnown) return `${did} la lista`
  if (accion === 'exportar' && tipo === 'rutas') return `${did} hojas de ruta`
  const named = own || !nombre ? el.replace(/ de$/, '') : el
  // The pilot's comment to a state that stays.
  if (accion === 'estado' && changes.length === 0) return `comentó ${named}`
  if (accion !== 'clave' && !changeActions.includes(accion)) return `${did} ${named}`
  const [first] = changes
  const what =
    accion === 'clave' ? 'la contraseña' : changes.length === 1 ? first?.campo : `${changes.length} datos`
  if (own) return `${did} ${what}`
  return `${did} ${what} ${isKnown && nombre ? 'de' : `de ${named}`.replace(/^de el /, 'del ')}`
}
