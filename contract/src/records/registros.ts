import { keysOf } from '../core/keys.ts'
import type { Page } from '../core/pages.ts'
import { type CatalogueName, catalogues } from './catalogues.ts'
import type { IconName } from './definition.ts'

/** All kinds of records: labels, sentences and pages. No zod: the web imports it. */

/** Subject of a log entry: a kind of record or something else. */
export interface Asunto {
  label: string
  /** Label with article, before the name in a sentence: 'la ruta', 'el mantenimiento de'. */
  withArticle: string
  /** The name identifies the record without the label, like a plate. */
  isSelfExplanatory?: true
}

type RegistroPage = Extract<Page, `/${string}/:id`> | `${Page}?${string}=:id`
export type RegistroIcon =
  | IconName
  | 'file-text'
  | 'gauge'
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
  inQuestion?: string
  notFound: string
  /** Columns that form the name, as in the table's log trigger. An id stands for its record's name. */
  nameColumns: readonly [string, ...string[]]
  /** Separator of these columns, by default a space. */
  nameSeparator?: string
  page?: RegistroPage
  icon: RegistroIcon
  hasFiles?: true
  /** Can't be deleted: has no column `eliminado_en`. */
  isPermanent?: true
  /** Path of a record, by default `/api/<tipo>/:id`. Its GET returns the record, else its PUT. */
  callPath?: `/api/${string}`
  /** The column `oculto` hides the record while its parent is deleted. */
  hasHiddenColumn?: true
  restoreNote?: string
}

const catalogueRegistros = Object.fromEntries(
  Object.values(catalogues).map(({ name, words, orderBy, screens, menu }) => [
    name,
    {
      label: words.singular,
      withArticle: words.inQuestion.replace(/^al /, 'el '),
      isSelfExplanatory: true,
      inQuestion: words.inQuestion,
      notFound: words.notFound,
      nameColumns: orderBy,
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
    withArticle: 'la ruta',
    isSelfExplanatory: true,
    notFound: 'Ruta no encontrada',
    nameColumns: ['no_ruta'],
    page: '/mostrar-ruta/:id',
    icon: 'route',
    hasFiles: true,
  },
  ...catalogueRegistros,
  mantenimientos: {
    label: 'Mantenimiento',
    withArticle: 'el mantenimiento de',
    inQuestion: 'el mantenimiento del camión',
    notFound: 'Mantenimiento no encontrado',
    nameColumns: ['camion_id'],
    page: '/ver-mantenimiento/:id',
    icon: 'wrench',
    hasFiles: true,
  },
  lecturas: {
    label: 'Lectura',
    withArticle: 'la lectura de',
    inQuestion: 'la lectura del camión',
    notFound: 'Lectura no encontrada',
    nameColumns: ['camion_id', 'odometro'],
    nameSeparator: ' · ',
    icon: 'gauge',
    hasHiddenColumn: true,
  },
  planes: {
    label: 'Plan',
    withArticle: 'el plan',
    isSelfExplanatory: true,
    notFound: 'Plan no encontrado',
    nameColumns: ['nombre', 'camion_id'],
    nameSeparator: ' · ',
    page: '/planes?registro=:id',
    icon: 'wrench',
    hasHiddenColumn: true,
  },
  archivos: {
    label: 'Archivo',
    withArticle: 'el archivo',
    notFound: 'Archivo no encontrado',
    nameColumns: ['nombre'],
    icon: 'paperclip',
  },
  documentos: {
    label: 'Documento',
    withArticle: 'el documento',
    isSelfExplanatory: true,
    notFound: 'Documento no encontrado',
    nameColumns: ['tipo', 'nombre'],
    nameSeparator: ' · ',
    page: '/vencimientos?registro=:id',
    icon: 'file-text',
    hasFiles: true,
    hasHiddenColumn: true,
  },
  documento_tipos: {
    label: 'Tipo de documento',
    withArticle: 'el tipo de documento',
    notFound: 'Tipo de documento no encontrado',
    nameColumns: ['nombre'],
    page: '/vencimientos?tipo_id=:id',
    icon: 'tags',
  },
  tarifas: {
    label: 'Tarifa',
    withArticle: 'la tarifa',
    notFound: 'Tarifa no encontrada',
    nameColumns: ['origen', 'destino'],
    nameSeparator: ' → ',
    page: '/tarifas?registro=:id',
    icon: 'tag',
  },
  restricciones: {
    label: 'Restricción',
    withArticle: 'la restricción',
    notFound: 'Restricción no encontrada',
    nameColumns: ['nombre'],
    page: '/ajustes?restriccion=:id',
    icon: 'traffic-cone',
  },
  incidentes: {
    label: 'Incidente',
    withArticle: 'el incidente',
    isSelfExplanatory: true,
    notFound: 'Incidente no encontrado',
    nameColumns: ['ruta_id', 'causa'],
    nameSeparator: ' · ',
    icon: 'triangle-alert',
    callPath: '/api/rutas/:id/incidentes/:iid',
  },
  movimientos: {
    label: 'Movimiento',
    withArticle: 'el movimiento',
    notFound: 'Movimiento no encontrado',
    nameColumns: ['tipo', 'chofer_id', 'ruta_id'],
    nameSeparator: ' · ',
    page: '/dinero?movimiento=:id',
    icon: 'tag',
    hasFiles: true,
    isPermanent: true,
  },
  liquidaciones: {
    label: 'Liquidación',
    withArticle: 'la liquidación',
    isSelfExplanatory: true,
    notFound: 'Liquidación no encontrada',
    nameColumns: ['numero'],
    page: '/dinero/liquidacion/:id',
    icon: 'file-text',
    isPermanent: true,
  },
  cobros: {
    label: 'Cobro',
    withArticle: 'el cobro de',
    notFound: 'Cobro no encontrado',
    nameColumns: ['cliente_id'],
    icon: 'tag',
    isPermanent: true,
  },
  facturas: {
    label: 'Factura',
    withArticle: 'la factura',
    isSelfExplanatory: true,
    notFound: 'Factura no encontrada',
    nameColumns: ['serie', 'numero'],
    nameSeparator: '-',
    page: '/cobros/factura/:id',
    icon: 'file-text',
    hasFiles: true,
    isPermanent: true,
  },
  usuarios: {
    label: 'Usuario',
    withArticle: 'el usuario',
    isSelfExplanatory: true,
    inQuestion: 'al usuario',
    notFound: 'Usuario no encontrado',
    nameColumns: ['username'],
    page: '/usuarios?usuario=:id',
    icon: 'user-round',
    restoreNote: 'Quedará inactivo hasta que lo actives en Usuarios.',
  },
} as const satisfies Record<string, Registro>

export type RegistroTipo = keyof typeof registros
export const registroTipos = keysOf(registros)

/** Returns a kind typed with its optional properties. */
export const registroOf = (tipo: RegistroTipo): Registro => registros[tipo]

export type PapeleraTipo = {
  [T in RegistroTipo]: (typeof registros)[T] extends { isPermanent: true } ? never : T
}[RegistroTipo]
export const papeleraTipos = registroTipos.filter(
  (tipo): tipo is PapeleraTipo => !registroOf(tipo).isPermanent,
)

export const callPathOf = (tipo: RegistroTipo): string =>
  registroOf(tipo).callPath ?? `/api/${tipo.replace('_', '-')}/:id`

export type Entidad = {
  [T in RegistroTipo]: (typeof registros)[T] extends { hasFiles: true } ? T : never
}[RegistroTipo]
export const entidades = registroTipos.filter((tipo): tipo is Entidad => registroOf(tipo).hasFiles ?? false)
