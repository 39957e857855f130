import { type CatalogueName, catalogues } from './catalogues.ts'
import type { IconName } from './definition.ts'
import type { Page } from './pages.ts'

/** All kinds of records: labels, sentences and pages. No zod: the web imports it. */

/** Subject of a log entry: a kind of record or something else. */
interface Asunto {
  label: string
  /** Label with article, before the name in a sentence: 'la ruta', 'el mantenimiento de'. */
  el: string
  /** The name identifies the record without the label, like a plate. */
  isKnown?: true
}

type RegistroPage = Extract<Page, `/${string}/:id`> | `${Page}?${string}=:id`
export type RegistroIcon =
  | IconName
  | 'file-text'
  | 'paperclip'
  | 'route'
  | 'tag'
  | 'tags'
  | 'traffic-cone'
  | 'triangle-alert'
  | 'user-round'
  | 'wrench'

/** A kind of record. Its key is the table's name and the `tipo` of the API. */
interface Registro extends Asunto {
  /** Label in a question, if it differs from the one with article. */
  asked?: string
  notFound: string
  /**
   * Columns that form the name, as in the table's log trigger. An id is replaced by the name it refers to.
   */
  nombre: readonly [string, ...string[]]
  /** Separator of these columns, by default a space. */
  between?: string
  page?: RegistroPage
  icon: RegistroIcon
  /** Files can be attached. */
  hasFiles?: true
  /** Can't be deleted: has no column `eliminado_en`. */
  isPermanent?: true
  /**
   * Path of a record, by default `/api/<tipo>/:id`. Data comes from its GET, or from its PUT if there is no
   * GET.
   */
  address?: `/api/${string}`
  /** The column `oculto` hides the record while its parent is deleted. */
  canHide?: true
  /** Note in the question before restoring. */
  restored?: string
}

const catalogueRegistros = Object.fromEntries(
  Object.values(catalogues).map(({ name, words, orderBy, screens, menu }) => [
    name,
    {
      label: words.singular,
      el: words.asked.replace(/^al /, 'el '),
      isKnown: true,
      asked: words.asked,
      notFound: words.notFound,
      nombre: orderBy,
      page: screens.show[0],
      icon: menu.icon,
      hasFiles: true,
    } as const,
  ]),
  // Object.fromEntries loses the key type.
) as unknown as Record<CatalogueName, Registro & { hasFiles: true }>

/** Register a new kind here. Log, bin, files and error messages derive from it. */
export const registros = {
  rutas: {
    label: 'Ruta',
    el: 'la ruta',
    isKnown: true,
    notFound: 'Ruta no encontrada',
    nombre: ['no_ruta'],
    page: '/mostrar-ruta/:id',
    icon: 'route',
    hasFiles: true,
  },
  ...catalogueRegistros,
  mantenimientos: {
    label: 'Mantenimiento',
    el: 'el mantenimiento de',
    asked: 'el mantenimiento del camión',
    notFound: 'Mantenimiento no encontrado',
    nombre: ['camion_id'],
    page: '/ver-mantenimiento/:id',
    icon: 'wrench',
    hasFiles: true,
  },
  archivos: {
    label: 'Archivo',
    el: 'el archivo',
    notFound: 'Archivo no encontrado',
    nombre: ['nombre'],
    icon: 'paperclip',
  },
  documentos: {
    label: 'Documento',
    el: 'el documento',
    isKnown: true,
    notFound: 'Documento no encontrado',
    nombre: ['tipo', 'nombre'],
    between: ' · ',
    page: '/vencimientos?registro=:id',
    icon: 'file-text',
    hasFiles: true,
    canHide: true,
  },
  documento_tipos: {
    label: 'Tipo de documento',
    el: 'el tipo de documento',
    notFound: 'Tipo de documento no encontrado',
    nombre: ['nombre'],
    page: '/vencimientos?tipo_id=:id',
    icon: 'tags',
  },
  tarifas: {
    label: 'Tarifa',
    el: 'la tarifa',
    notFound: 'Tarifa no encontrada',
    nombre: ['origen', 'destino'],
    between: ' → ',
    page: '/tarifas?registro=:id',
    icon: 'tag',
  },
  restricciones: {
    label: 'Restricción',
    el: 'la restricción',
    notFound: 'Restricción no encontrada',
    nombre: ['nombre'],
    page: '/ajustes?restriccion=:id',
    icon: 'traffic-cone',
  },
  incidentes: {
    label: 'Incidente',
    el: 'el incidente',
    isKnown: true,
    notFound: 'Incidente no encontrado',
    nombre: ['ruta_id', 'causa'],
    between: ' · ',
    icon: 'triangle-alert',
    address: '/api/rutas/:id/incidentes/:iid',
  },
  movimientos: {
    label: 'Movimiento',
    el: 'el movimiento',
    notFound: 'Movimiento no encontrado',
    nombre: ['tipo', 'chofer_id', 'ruta_id'],
    between: ' · ',
    page: '/dinero?movimiento=:id',
    icon: 'tag',
    hasFiles: true,
    isPermanent: true,
  },
  liquidaciones: {
    label: 'Liquidación',
    el: 'la liquidación',
    isKnown: true,
    notFound: 'Liquidación no encontrada',
    nombre: ['numero'],
    page: '/dinero/liquidacion/:id',
    icon: 'file-text',
    isPermanent: true,
  },
  usuarios: {
    label: 'Usuario',
    el: 'el usuario',
    isKnown: true,
    asked: 'al usuario',
    notFound: 'Usuario no encontrado',
    nombre: ['username'],
    page: '/usuarios?usuario=:id',
    icon: 'user-round',
    restored: 'Quedará inactivo hasta que lo actives en Usuarios.',
  },
} as const satisfies Record<string, Registro>

export type RegistroTipo = keyof typeof registros
// Object.keys loses the key type.
export const registroTipos = Object.keys(registros) as RegistroTipo[]

/** Returns a kind typed with its optional properties. */
export const registroOf = (tipo: RegistroTipo): Registro => registros[tipo]

/** Kinds that can be deleted and restored. */
export type PapeleraTipo = {
  [T in RegistroTipo]: (typeof registros)[T] extends { isPermanent: true } ? never : T
}[RegistroTipo]
export const papeleraTipos = registroTipos.filter(
  (tipo): tipo is PapeleraTipo => !registroOf(tipo).isPermanent,
)

export const callPathOf = (tipo: RegistroTipo): string =>
  registroOf(tipo).address ?? `/api/${tipo.replace('_', '-')}/:id`

/** Kinds that files can be attached to. */
export type Entidad = {
  [T in RegistroTipo]: (typeof registros)[T] extends { hasFiles: true } ? T : never
}[RegistroTipo]
export const entidades = registroTipos.filter((tipo): tipo is Entidad => registroOf(tipo).hasFiles ?? false)

/** Subjects of log entries, in the order of the filter. */
export const asuntos = {
  ...registros,
  ajustes: { label: 'Ajustes', el: 'los ajustes' },
  avisos: { label: 'Aviso', el: 'el aviso' },
  importaciones: { label: 'Importación', el: 'la importación' },
  reportes: { label: 'Reportes', el: 'un reporte' },
  bitacora: { label: 'Bitácora', el: 'la bitácora' },
  sesiones: { label: 'Sesión', el: 'la sesión' },
} as const satisfies Record<string, Asunto>

export type AsuntoTipo = keyof typeof asuntos
// Object.keys loses the key type.
export const asuntoTipos = Object.keys(asuntos) as AsuntoTipo[]
export const asuntoOf = (tipo: AsuntoTipo): Asunto => asuntos[tipo]
