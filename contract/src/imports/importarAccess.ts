import type { Access } from '../core/access.ts'
import type { ImportTipo } from './importarCampos.ts'

const rutasImportAccess: Access = { anyOf: ['crear_rutas'], except: 'piloto' }
const catalogueImportAccess: Access = { anyOf: ['gestionar_catalogos'], except: 'piloto' }

const cobrosImportAccess: Access = { anyOf: ['gestionar_cobros'], except: 'piloto' }

export const accessByTipo: Record<ImportTipo, Access> = {
  choferes: catalogueImportAccess,
  ayudantes: catalogueImportAccess,
  camiones: catalogueImportAccess,
  clientes: catalogueImportAccess,
  tarifas: catalogueImportAccess,
  documentos: catalogueImportAccess,
  rutas: rutasImportAccess,
  facturas: cobrosImportAccess,
}
const accessByName = new Map<unknown, Access>(Object.entries(accessByTipo))

/** Returns the access rule of an import; undefined for an unknown kind, so that calls.ts decides. */
export const importAccess = (tipo: unknown): Access | undefined => accessByName.get(tipo)
