import { formatMomento } from '@flota/contract/core/format.ts'
import { unsentText } from '../../shell/leftovers/unsentText.ts'
import type { OutboxItem } from './outboxItems.ts'

export const outboxLimits = { changes: 200, pictures: 60 }

export const rejectionTexts = {
  changes: `Este teléfono ya guarda ${outboxLimits.changes} cambios sin enviar. Busca señal.`,
  pictures: `Este teléfono ya guarda ${outboxLimits.pictures} fotos sin enviar. Busca señal.`,
  noRoom: 'No hay espacio en este teléfono. No se guardó.',
  unsent: 'Sin enviar: el cambio no ha llegado a la oficina.',
}

export interface StatusInput {
  sending: boolean
  connected: boolean
  items: readonly OutboxItem[]
  /** Server time of the last read in ms; null before the first read. */
  read: number | null
  failed: boolean
  /** Undefined until loaded. */
  zona: string | undefined
  /** Server time in ms. */
  now: number
}

export function statusText({ sending, connected, items, read, failed, zona, now }: StatusInput): string {
  if (sending) return 'Enviando…'
  const unsent = items.length > 0 && `${unsentText(items)} por enviar`
  if (!connected && unsent) return `Sin señal · ${unsent}`
  if (unsent) return unsent
  if (read === null || zona === undefined) return connected ? '' : 'Sin señal'
  const at = formatMomento(new Date(read).toISOString(), zona)
  const [day, clock] = at.split(' ')
  const isToday = formatMomento(new Date(now).toISOString(), zona).startsWith(`${day} `)
  const readAt = isToday ? `de las ${clock}` : `del ${at}`
  if (!connected) return `Sin señal · Lo que ves es ${readAt}`
  return failed
    ? `No se pudo actualizar. Lo que ves es ${readAt}.`
    : `Actualizado ${isToday ? `a las ${clock}` : `el ${at}`}`
}
