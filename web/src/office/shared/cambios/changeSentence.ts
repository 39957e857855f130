import type { Anotacion } from '@flota/contract/bitacora.ts'
import { type Accion, describeCambios } from '@flota/contract/cambios.ts'
import { type AsuntoTipo, asuntoOf, asuntos } from '@flota/contract/registros.ts'

const labelsOf = <Key extends string>(words: Record<Key, { label: string }>) =>
  // Object.fromEntries loses the type of the keys.
  Object.fromEntries(
    Object.entries<{ label: string }>(words).map(([key, { label }]) => [key, label]),
  ) as Record<Key, string>

export const tipoWords: Record<AsuntoTipo, string> = labelsOf(asuntos)

/** Labels for the filter and for the sentence. */
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

/** 'ana' 'cambió Precio de' 'RUTA-9001', and the changes. */
interface ChangeSentence {
  who: string
  did: string
  /** Empty if the sentence needs no name. */
  record: string
  changes: FieldChanges
  /** The single change that ends the sentence. */
  only: FieldChanges[number] | undefined
}

const sessionActions: readonly Accion[] = ['entrar', 'salir', 'rechazado']
const changeActions: readonly Accion[] = ['editar', 'estado', 'permisos']

/** Returns a log entry as a sentence; `own` omits the record's name. Formats moments in `zona`. */
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
  // Only lists are exported as .xlsx of a known type.
  if (accion === 'exportar' && nombre?.endsWith('.xlsx') && isKnown) return `${did} la lista`
  if (accion === 'exportar' && tipo === 'rutas') return `${did} hojas de ruta`
  const named = own || !nombre ? el.replace(/ de$/, '') : el
  // A state change without changes is a pilot's comment.
  if (accion === 'estado' && changes.length === 0) return `comentó ${named}`
  if (accion !== 'clave' && !changeActions.includes(accion)) return `${did} ${named}`
  const [first] = changes
  const what =
    accion === 'clave' ? 'la contraseña' : changes.length === 1 ? first?.campo : `${changes.length} datos`
  if (own) return `${did} ${what}`
  return `${did} ${what} ${isKnown && nombre ? 'de' : `de ${named}`.replace(/^de el /, 'del ')}`
}
