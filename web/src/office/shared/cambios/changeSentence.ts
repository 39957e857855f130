import { type AsuntoTipo, asuntoOf, asuntos } from '@flota/contract/records/asuntos.ts'
import { type Accion, describeCambios } from '@flota/contract/records/cambios.ts'
import type { Anotacion } from '@flota/contract/reports/bitacora.ts'

const labelsOf = <Key extends string>(words: Record<Key, { label: string }>) =>
  // Object.fromEntries loses the type of the keys.
  Object.fromEntries(
    Object.entries<{ label: string }>(words).map(([key, { label }]) => [key, label]),
  ) as Record<Key, string>

export const tipoWords: Record<AsuntoTipo, string> = labelsOf(asuntos)

/** Labels for the filter and for the sentence. */
const accionTexts: Record<Accion, { label: string; phrase: string }> = {
  crear: { label: 'Crear', phrase: 'creó' },
  editar: { label: 'Editar', phrase: 'cambió' },
  estado: { label: 'Cambiar estado', phrase: 'cambió' },
  eliminar: { label: 'Eliminar', phrase: 'eliminó' },
  restaurar: { label: 'Restaurar', phrase: 'restauró' },
  permisos: { label: 'Cambiar permisos', phrase: 'cambió' },
  clave: { label: 'Cambiar contraseña', phrase: 'cambió' },
  entrar: { label: 'Entrar', phrase: 'entró' },
  salir: { label: 'Salir', phrase: 'salió' },
  rechazado: { label: 'Entrada rechazada', phrase: 'no pudo entrar' },
  exportar: { label: 'Exportar', phrase: 'exportó' },
  excepcion: { label: 'Excepción', phrase: 'guardó con excepción' },
  posponer: { label: 'Posponer', phrase: 'pospuso' },
  importar: { label: 'Importar', phrase: 'hizo' },
  deshacer: { label: 'Deshacer', phrase: 'deshizo' },
}
export const accionWords = labelsOf(accionTexts)

type FieldChanges = ReturnType<typeof describeCambios>

/** 'ana' 'cambió Precio de' 'RUTA-9001', and the changes. */
interface ChangeSentence {
  actor: string
  phrase: string
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
    actor: usuario ?? (accion === 'rechazado' ? 'Alguien' : 'El servidor'),
    phrase: actionPhrase(row, changes, own),
    record: own || sessionActions.includes(accion) ? '' : (nombre ?? ''),
    changes,
    only: changes.length === 1 && changeActions.includes(accion) ? changes[0] : undefined,
  }
}

function actionPhrase({ accion, tipo, nombre }: Anotacion, changes: FieldChanges, own: boolean): string {
  const { phrase } = accionTexts[accion]
  const { withArticle: el, isSelfExplanatory: isKnown } = asuntoOf(tipo)
  if (sessionActions.includes(accion)) return phrase
  // Only lists are exported as .xlsx of a known type.
  if (accion === 'exportar' && nombre?.endsWith('.xlsx') && isKnown) return `${phrase} la lista`
  if (accion === 'exportar' && tipo === 'rutas') return `${phrase} hojas de ruta`
  const named = own || !nombre ? el.replace(/ de$/, '') : el
  // A state change without changes is a pilot's comment.
  if (accion === 'estado' && changes.length === 0) return `comentó ${named}`
  if (accion !== 'clave' && !changeActions.includes(accion)) return `${phrase} ${named}`
  const [first] = changes
  const what =
    accion === 'clave' ? 'la contraseña' : changes.length === 1 ? first?.campo : `${changes.length} datos`
  if (own) return `${phrase} ${what}`
  return `${phrase} ${what} ${isKnown && nombre ? 'de' : `de ${named}`.replace(/^de el /, 'del ')}`
}
