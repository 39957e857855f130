import { catalogues, isCatalogue } from '@flota/contract/catalogues.ts'
import type { Entidad } from '@flota/contract/entidades.ts'
import type { PapeleraTipo } from '@flota/contract/papelera.ts'
import { sentences } from '@flota/contract/sentences.ts'

const others = {
  rutas: sentences.unknownRuta,
  mantenimientos: sentences.unknownMantenimiento,
  usuarios: sentences.unknownUsuario,
  archivos: sentences.unknownArchivo,
  documento_tipos: sentences.unknownDocumentoTipo,
  documentos: sentences.unknownDocumento,
  tarifas: sentences.unknownTarifa,
  restricciones: sentences.unknownRestriccion,
}

/** What is said where there is no such record. */
export const notFoundOf = (kind: Entidad | PapeleraTipo): string =>
  isCatalogue(kind) ? catalogues[kind].words.notFound : others[kind]
