import type { IncidenteCausa, RutaEstado } from '@flota/contract/records/estados.ts'
import type { MiRuta } from '../misRutas.ts'
import { draftKey } from '../outbox/draftKeys.ts'
import { type ItemDraft, isPicture } from '../outbox/outboxItems.ts'
import { useFalta } from '../useExpediente.ts'
import { commentError } from './CommentField.tsx'
import { type DialogProps, type Draft, type DraftPhoto } from './dialogProps.ts'
import { moveDraft, readDraft } from './draftStore.ts'
import { photoParts } from './photoParts.ts'
import { useDialogForm } from './useDialogForm.ts'

export interface EstadoValues {
  /** Missing until the pilot chooses one: the trip's own state may change before the draft is opened again. */
  nuevoEstado?: RutaEstado
  comentario: string
  /** Only for an incident, like `lugar`. */
  causa: IncidenteCausa
  lugar: string
}

/** Returns the items of a change; none if there are only photos. */
function changeParts(ruta: MiRuta, values: EstadoValues): ItemDraft[] {
  const { nuevoEstado = ruta.estado as RutaEstado, comentario, causa, lugar } = values
  if (nuevoEstado === ruta.estado && !comentario.trim()) return []
  const incidente = opensIncidente(ruta, values) && { causa, lugar: lugar.trim() || null }
  return [{ clase: 'estado', datos: { nuevoEstado, comentario: comentario.trim() || null, ...incidente } }]
}

/** Whether the form asks for cause and place. */
export const opensIncidente = ({ estado }: MiRuta, { nuevoEstado }: EstadoValues) =>
  nuevoEstado === 'Incidente' && estado !== 'Incidente'

/** Returns the draft of 'Entrega' with a comment and photos of 'Cambiar Estado'. */
const addToEntrega = (before: Draft | null, nota: string, photos: readonly DraftPhoto[]): Draft => ({
  values: { ...(nota && { nota }), ...before?.values },
  photos: [...(before?.photos ?? []), ...photos],
})

/** Manages the values of EstadoDialog and stores them in the outbox. */
export function useEstadoChange(props: DialogProps) {
  const { ruta, onDecided, onShow } = props
  const form = useDialogForm<EstadoValues>('Estado', props, { comentario: '', causa: 'Otro', lugar: '' })
  const { values, photos, setFailure } = form
  const falta = useFalta(ruta.id)
  const openEntrega = async (taken: readonly DraftPhoto[]) => {
    const key = draftKey('Entrega', ruta.id)
    const entrega = addToEntrega(await readDraft(key), values.comentario.trim(), taken)
    await form.handOver(() => moveDraft(form.key, key, entrega))
    onShow('Entrega', entrega)
  }
  const enqueueChange = async () => {
    const taken = await photos.all()
    const parts = changeParts(ruta, values)
    const nothing = parts.length === 0 && taken.length === 0
    const error = nothing ? 'Elige otro estado o escribe un comentario.' : commentError(values.comentario)
    setFailure(error)
    if (error) return
    const delivers = values.nuevoEstado === 'Entregado' && ruta.estado !== 'Entregado'
    if (delivers && falta.length > 0) return openEntrega(taken)
    const items = await form.send(ruta, [...parts, ...(await photoParts(taken))])
    onDecided(items.filter((item) => !isPicture(item)))
  }
  return { ...form, save: () => void form.save(enqueueChange) }
}
