import { type CatalogueName, catalogues } from './catalogues.ts'
import type { IconName } from './definition.ts'
import type { Page } from './pages.ts'

/** Every kind of record: how it is spoken of, and where it is seen. No zod: the browser imports it. */

/** What the log tells of: a kind of record, or what is none. */
interface Asunto {
  label: string
  /** Before its name in a sentence, or for all of it where it has none: 'la ruta', 'el mantenimiento de'. */
  el: string
  /** Its name says by itself what it is: a route's number, a plate. */
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

/** A kind of record: whatever it is called here is the name of its table and its `tipo`. */
interface Registro extends Asunto {
  /** In a question, before its name, where that is not `el`. */
  asked?: string
  notFound: string
  /** The columns that make its name, as its trigger `bitacora_registrar` has them; an id is told by what it names. */
  nombre: readonly [string, ...string[]]
  /** What stands between them, where that is no space. */
  between?: string
  page?: RegistroPage
  icon: RegistroIcon
  /** Files can hang on it. */
  hasFiles?: true
  /** Nobody deletes it: it has no column `eliminado_en` and never lies in the bin. */
  isPermanent?: true
  /** Where one of them stands, unless at `/api/<tipo>/:id`; it is what GET there gives, else what PUT does. */
  address?: `/api/${string}`
  /** Its column `oculto` says that what it hangs on lies in the bin: nobody finds it meanwhile. */
  canHide?: true
  /** What is said where it is asked about being restored. */
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
  // fromEntries forgets its keys: they are the catalogues' names.
) as unknown as Record<CatalogueName, Registro & { hasFiles: true }>

/** A new kind is registered here; log, bin, files and refusals know it by this row. */
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
// Object.keys forgets its keys.
export const registroTipos = Object.keys(registros) as RegistroTipo[]

/** The row of a kind, with what it may lack. */
export const registroOf = (tipo: RegistroTipo): Registro => registros[tipo]

/** What can lie in the bin. */
export type PapeleraTipo = {
  [T in RegistroTipo]: (typeof registros)[T] extends { isPermanent: true } ? never : T
}[RegistroTipo]
export const papeleraTipos = registroTipos.filter(
  (tipo): tipo is PapeleraTipo => !registroOf(tipo).isPermanent,
)

export const callPathOf = (tipo: RegistroTipo): string =>
  registroOf(tipo).address ?? `/api/${tipo.replace('_', '-')}/:id`

/** What a file can hang on. */
export type Entidad = {
  [T in RegistroTipo]: (typeof registros)[T] extends { hasFiles: true } ? T : never
}[RegistroTipo]
export const entidades = registroTipos.filter((tipo): tipo is Entidad => registroOf(tipo).hasFiles ?? false)

/** All that the log tells of, in the order in which it is chosen. */
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
// Object.keys forgets its keys.
export const asuntoTipos = Object.keys(asuntos) as AsuntoTipo[]
export const asuntoOf = (tipo: AsuntoTipo): Asunto => asuntos[tipo]
