import { keysOf } from '../core/keys.ts'
import { type Asunto, registros } from './registros.ts'

/** Subjects of log entries, in the order of the filter. */
export const asuntos = {
  ...registros,
  ajustes: { label: 'Ajustes', withArticle: 'los ajustes' },
  avisos: { label: 'Aviso', withArticle: 'el aviso' },
  importaciones: { label: 'Importación', withArticle: 'la importación' },
  reportes: { label: 'Reportes', withArticle: 'un reporte' },
  papelera: { label: 'Papelera', withArticle: 'la papelera' },
  bitacora: { label: 'Bitácora', withArticle: 'la bitácora' },
  alias: { label: 'Alias', withArticle: 'el alias' },
  sesiones: { label: 'Sesión', withArticle: 'la sesión' },
} as const satisfies Record<string, Asunto>

export type AsuntoTipo = keyof typeof asuntos
export const asuntoTipos = keysOf(asuntos)
export const asuntoOf = (tipo: AsuntoTipo): Asunto => asuntos[tipo]
