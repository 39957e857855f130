import type { IncidenteCausa, RutaEstado } from '@flota/contract/records/estados.ts'
import type { PreparedFile } from '../../archivos/prepareFile.ts'
import { createPictureDraft } from '../outbox/createPictureDraft.ts'
import { enqueue } from '../outbox/outbox.ts'
import { type ItemDraft, isPicture } from '../outbox/outboxItems.ts'
import { useFalta } from '../useExpediente.ts'
import type { DialogDraft, DialogProps } from './dialogProps.ts'
import { useDialogForm } from './useDialogForm.ts'

export interface EstadoDraft extends DialogDraft {
  nuevoEstado: RutaEstado
  comentario: string
  /** Only for an incident, like `lugar`. */
  causa?: IncidenteCausa
  lugar?: string
}

export const maxCommentCharacters = 2000

/** Whether there is more to send than photos. */
const changesEstado = ({ antes, nuevoEstado, comentario }: EstadoDraft) =>
  nuevoEstado !== antes.estado || comentario.trim() !== ''

/** Whether the form asks for cause and place. */
export const opensIncidente = ({ antes, nuevoEstado }: EstadoDraft) =>
  nuevoEstado === 'Incidente' && antes.estado !== 'Incidente'

function validateDraft(draft: EstadoDraft, photos: number): string | null {
  // Counts code points, as the server does.
  if ([...draft.comentario.trim()].length > maxCommentCharacters)
    return 'El comentario tiene más de 2,000 caracteres.'
  if (!changesEstado(draft) && photos === 0) return 'Elige otro estado o escribe un comentario.'
  return null
}

async function changeParts(draft: EstadoDraft, photos: readonly PreparedFile[]): Promise<ItemDraft[]> {
  const { nuevoEstado, comentario, causa = 'Otro', lugar = '' } = draft
  const incidente = opensIncidente(draft) && { causa, lugar: lugar.trim() || null }
  const datos = { nuevoEstado, comentario: comentario.trim() || null, ...incidente }
  const pictures = await Promise.all(photos.map(({ bytes, about }) => createPictureDraft(bytes, about)))
  return [...(changesEstado(draft) ? [{ clase: 'estado' as const, datos }] : []), ...pictures]
}

/** Manages the values of EstadoDialog and stores them in the outbox. */
export function useEstadoChange({ ruta, onDecided, onShow, onClose }: DialogProps) {
  const form = useDialogForm<EstadoDraft>({
    initial: { antes: ruta, nuevoEstado: ruta.estado as RutaEstado, comentario: '' },
    isTouched: ({ values, photoCount }) => values.comentario.trim() !== '' || photoCount > 0,
    onClose,
  })
  const { values, photos, setFailure } = form
  const { antes, nuevoEstado, comentario } = values
  const falta = useFalta(ruta.id)
  const enqueueChange = async () => {
    const taken = await photos.all()
    const error = validateDraft(values, taken.length)
    setFailure(error)
    if (error) return
    if (nuevoEstado === 'Entregado' && antes.estado !== 'Entregado' && falta.length > 0) {
      form.handOver()
      return onShow('Entrega', { nota: comentario.trim(), photos: taken })
    }
    const items = await enqueue(antes, await changeParts(values, taken))
    onDecided(items.filter((item) => !isPicture(item)))
    form.end()
  }
  return { ...form, save: () => void form.save(enqueueChange) }
}
