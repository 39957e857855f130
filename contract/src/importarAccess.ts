import type { Access } from './access.ts'
import type { ImportTipo } from './importarCampos.ts'

const rutasImportAccess: Access = { anyOf: ['crear_rutas'], except: 'piloto' }
const catalogueImportAccess: Access = { anyOf: ['gestionar_catalogos'], except: 'piloto' }

export const accessByTipo: Record<ImportTipo, Access> = {
  choferes: catalogueImportAccess,
  ayudantes: catalogueImportAccess,
  camiones: catalogueImportAccess,
  clientes: catalogueImportAccess,
  tarifas: catalogueImportAccess,
  documentos: catalogueImportAccess,
  rutas: rutasImportAccess,
}
const accessByName = new Map<unknown, Access>(Object.entries(accessByTipo))

/**
 * Who may bring it in; undefined of no kind that there is, of which the line in calls.ts tells. Apart from what is said of
 * it, which a list does without. No zod: the browser imports it.
 */
export const importAccess = (tipo: unknown): Access | undefined => accessByName.get(tipo)
