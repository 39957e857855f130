import { formatMomento } from '@flota/contract/format.ts'
import { isPicture, type OutboxItem } from './outboxItems.ts'

export const outboxLimits = { changes: 200, pictures: 60 }

export const rejectionTexts = {
  changes: `Este teléfono ya guarda ${outboxLimits.changes} cambios sin enviar. Busca señal.`,
  pictures: `Este teléfono ya guarda ${outboxLimits.pictures} fotos sin enviar. Busca señal.`,
  noRoom: 'No hay espacio en este teléfono. No se guardó.',
  unsent: 'Sin enviar: el cambio no ha llegado a la oficina.',
}

const countText = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

/** '2 cambios y 1 foto'; empty for nothing. A signature is a photo. */
export function unsentText(items: readonly OutboxItem[]): string {
  const pictures = items.filter(isPicture).length
  return [
    ...countText(items.length - pictures, 'cambio', 'cambios'),
    ...countText(pictures, 'foto', 'fotos'),
  ].join(' y ')
}

export interface StatusInput {
  sending: boolean
  /** The last call had an answer. */
  connected: boolean
  items: readonly OutboxItem[]
  /** When what is shown was read, in ms by the server's clock; null before the first time. */
  read: number | null
  /** The last reading was answered by an error. */
  failed: boolean
  /** Undefined until the server has said it. */
  zona: string | undefined
  /** In ms, by the server's clock. */
  now: number
}

/** What the line at the foot says: the first of these that is true. */
export function statusText({ sending, connected, items, read, failed, zona, now }: StatusInput): string {
  if (sending) return 'Enviando…'
  const waiting = items.length > 0 && `${unsentText(items)} por enviar`
  if (!connected && waiting) return `Sin señal · ${waiting}`
  if (waiting) return waiting
  if (read === null || zona === undefined) return connected ? '' : 'Sin señal'
  const at = formatMomento(new Date(read).toISOString(), zona)
  const [day, clock] = at.split(' ')
  const isToday = formatMomento(new Date(now).toISOString(), zona).startsWith(`${day} `)
  const of = isToday ? `de las ${clock}` : `del ${at}`
  if (!connected) return `Sin señal · Lo que ves es ${of}`
  return failed
    ? `No se pudo actualizar. Lo que ves es ${of}.`
    : `Actualizado ${isToday ? `a las ${clock}` : `el ${at}`}`
}
