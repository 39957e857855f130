import { catalogues } from '@flota/contract/catalogues.ts'
import { withId } from '../../../paths.ts'
import type { Anotacion } from './words.ts'

type Tipo = Anotacion['tipo']

const pages: Partial<Record<Tipo, (id: number) => string>> = {
  rutas: (id) => withId('/mostrar-ruta/:id', id),
  mantenimientos: (id) => withId('/ver-mantenimiento/:id', id),
  documentos: (id) => `/vencimientos?registro=${id}`,
  documento_tipos: (id) => `/vencimientos?tipo_id=${id}`,
  restricciones: (id) => `/ajustes?restriccion=${id}`,
  tarifas: (id) => `/tarifas?registro=${id}`,
  usuarios: (id) => `/usuarios?usuario=${id}`,
  ...Object.fromEntries(
    Object.values(catalogues).map(({ name, screens }) => [name, (id: number) => withId(screens.show[0], id)]),
  ),
}

/** Where the record of a row is seen; of a deleted one, where it lies. */
export function recordHref({ tipo, registro_id, accion }: Anotacion): string | undefined {
  if (registro_id === null) return tipo === 'ajustes' ? '/ajustes' : undefined
  return accion === 'eliminar' ? '/papelera' : pages[tipo]?.(registro_id)
}

/** All that was written of one record. */
export const cambiosHref = (tipo: Tipo, id: number) => `/bitacora?tipo=${tipo}&registro_id=${id}`
