import type { Access } from './access.ts'
import type { ImportTipo } from './importarCampos.ts'

const ofRutas: Access = { anyOf: ['crear_rutas'], except: 'piloto' }
const ofAllElse: Access = { anyOf: ['gestionar_catalogos'], except: 'piloto' }

export const accessByTipo: Record<ImportTipo, Access> = {
  choferes: ofAllElse,
  ayudantes: ofAllElse,
  camiones: ofAllElse,
  clientes: ofAllElse,
  tarifas: ofAllElse,
  documentos: ofAllElse,
  rutas: ofRutas,
}
const byName = new Map<unknown, Access>(Object.entries(accessByTipo))

/**
 * Who may bring it in; undefined of no kind that there is, of which the line in calls.ts tells. Apart from what is said of
 * it, which a list does without. No zod: the browser imports it.
 */
export const importAccess = (tipo: unknown): Access | undefined => byName.get(tipo)
