import { type IncidenteCausa, incidenteCausas } from '@flota/contract/records/estados.ts'
import { cx } from '../../ui/cx.ts'
import { TextField } from '../../ui/TextField.tsx'
import { isPicture } from '../outbox/outboxItems.ts'
import { CommentField, commentError } from './CommentField.tsx'
import type { DialogProps } from './dialogProps.ts'
import { PhotosField } from './PhotosField.tsx'
import { photoParts } from './photoParts.ts'
import { FormFailure, RutaFormDialog } from './RutaFormDialog.tsx'
import { useDialogForm } from './useDialogForm.ts'

interface IncidenteValues {
  causa: IncidenteCausa | null
  lugar: string
  comentario: string
}

/** The change into Incidente in two taps: the cause, and 'Enviar'. */
export function IncidenteDialog(props: DialogProps) {
  const { ruta, onDecided } = props
  const form = useDialogForm<IncidenteValues>('Incidente', props, { causa: null, lugar: '', comentario: '' })
  const { values, change, photos, failure, setFailure, busy, close } = form
  const enqueueIncidente = async () => {
    const { causa, lugar, comentario } = values
    const error = causa ? commentError(comentario) : 'Elige la causa.'
    setFailure(error)
    if (error || !causa) return
    const datos = {
      nuevoEstado: 'Incidente' as const,
      comentario: comentario.trim() || null,
      causa,
      lugar: lugar.trim() || null,
    }
    const pictures = await photoParts(await photos.all())
    const items = await form.send(ruta, [{ clase: 'estado', datos }, ...pictures])
    onDecided(items.filter((item) => !isPicture(item)))
  }
  return (
    <RutaFormDialog
      fromTop
      title="Incidente"
      ruta={ruta}
      submitLabel="Enviar"
      save={() => void form.save(enqueueIncidente)}
      {...{ busy, close }}
    >
      <FormFailure failure={failure} />
      <CausaChoices value={values.causa} onChange={(causa) => change({ causa })} />
      <TextField
        label="Lugar"
        name="lugar"
        required={false}
        value={values.lugar}
        maxLength={100}
        onChange={(lugar) => change({ lugar })}
      />
      <CommentField value={values.comentario} onChange={(comentario) => change({ comentario })} />
      <PhotosField {...photos} />
    </RutaFormDialog>
  )
}

interface CausaChoicesProps {
  value: IncidenteCausa | null
  onChange: (causa: IncidenteCausa) => void
}

const CausaChoices = ({ value, onChange }: CausaChoicesProps) => (
  <fieldset className="grid grid-cols-2 gap-2">
    <legend className="mb-2 font-semibold">Causa</legend>
    {incidenteCausas.map((causa) => (
      <label
        key={causa}
        className={cx(
          'relative flex min-h-14 cursor-pointer items-center rounded-ui border border-field px-3 text-lg leading-tight font-bold',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
          value === causa && 'bg-incidente-soft text-incidente [box-shadow:0_0_0_3px]',
        )}
      >
        <input
          type="radio"
          name="causa"
          checked={value === causa}
          onChange={() => onChange(causa)}
          className="sr-only"
        />
        {causa}
      </label>
    ))}
  </fieldset>
)
