import type { AsuntoTipo } from '@flota/contract/records/asuntos.ts'
import { registroOf, registroTipos } from '@flota/contract/records/registros.ts'
import type { Anotacion } from '@flota/contract/reports/bitacora.ts'

/** Returns the record's page; the bin for a deleted record. */
export function recordHref({ tipo, registro_id, accion }: Anotacion): string | undefined {
  if (registro_id === null) return tipo === 'ajustes' ? '/ajustes' : undefined
  if (accion === 'eliminar') return '/papelera'
  const registro = registroTipos.find((each) => each === tipo)
  return registro && registroOf(registro).page?.replace(':id', String(registro_id))
}

export const cambiosHref = (tipo: AsuntoTipo, id: number) => `/bitacora?tipo=${tipo}&registro_id=${id}`
