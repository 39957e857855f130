import type { Papel } from '@flota/contract/documents/documentos.ts'
import { catalogues } from '@flota/contract/records/catalogues.ts'
import { type DocumentoEntidad, documentoEntidades } from '@flota/contract/records/estados.ts'
import type { AnswerOf } from '../../../api/call.ts'
import { withId } from '../../../shell/paths.ts'

export const hasDocumentos = (name: string): name is DocumentoEntidad =>
  documentoEntidades.some((each) => each === name)

export type DocumentoTipo = AnswerOf<'GET /api/documento-tipos'>['data'][number]

export interface DocumentoOwner {
  entidad: DocumentoEntidad
  entidad_id: number
}

/** The dialog to open; a new document may have a fixed owner. */
export type DocumentoAction =
  | { what: 'nuevo'; de?: DocumentoOwner }
  | { what: 'renovar' | 'agregar' | 'editar'; papel: Papel }

export const isLicencia = ({ tipo_id }: Papel) => tipo_id === null

/** Whether a record lacks a fact of its own, such as its licence: then its form is the place to add it. */
export const isMissingFact = ({ estado, tipo_id }: Papel) => estado === 'falta' && tipo_id === null

/** Identifies a row: what is missing has no id. */
export const documentoKey = ({ id, entidad, entidad_id, tipo_id, tipo }: Papel) =>
  id ?? `${entidad} ${entidad_id} ${tipo_id ?? tipo}`

export const documentoName = ({ tipo, nombre }: Papel) => `${tipo} de ${nombre}`

export const ownerHref = ({ entidad, entidad_id }: Pick<Papel, 'entidad' | 'entidad_id'>) =>
  withId(catalogues[entidad].screens.show[0], entidad_id)

export const entidadWord = (entidad: DocumentoEntidad) => catalogues[entidad].words.singular
