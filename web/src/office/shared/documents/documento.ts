import { catalogues } from '@flota/contract/catalogues.ts'
import type { Papel } from '@flota/contract/documentos.ts'
import { type DocumentoEntidad, documentoEntidades } from '@flota/contract/estados.ts'
import type { AnswerOf } from '../../../api/call.ts'
import { withId } from '../../../shell/paths.ts'

/** Whether papers are kept of the records of a catalogue. */
export const hasDocumentos = (name: string): name is DocumentoEntidad =>
  documentoEntidades.some((each) => each === name)

/** A kind of paper. */
export type DocumentoTipo = AnswerOf<'GET /api/documento-tipos'>['data'][number]

export interface DocumentoOwner {
  entidad: DocumentoEntidad
  entidad_id: number
}

/** What is written in a dialog: a new paper, of anybody or of `de`; the renewal of one, one that is missing, or a change. */
export type DocumentoAction =
  | { what: 'nuevo'; de?: DocumentoOwner }
  | { what: 'renovar' | 'agregar' | 'editar'; papel: Papel }

export const isLicencia = ({ tipo_id }: Papel) => tipo_id === null

/** Unique among the lines of a list: what is no record has no id. */
export const documentoKey = ({ id, entidad, entidad_id, tipo_id }: Papel) =>
  id ?? `${entidad} ${entidad_id} ${tipo_id ?? 'licencia'}`

export const documentoName = ({ tipo, nombre }: Papel) => `${tipo} de ${nombre}`

/** The screen of the person or truck. */
export const ownerHref = ({ entidad, entidad_id }: Pick<Papel, 'entidad' | 'entidad_id'>) =>
  withId(catalogues[entidad].screens.show[0], entidad_id)

export const entidadWord = (entidad: DocumentoEntidad) => catalogues[entidad].words.singular
