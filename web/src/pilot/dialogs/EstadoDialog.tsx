import {
  type IncidenteCausa,
  incidenteCausas,
  type RutaEstado,
  rutaEstados,
} from '@flota/contract/records/estados.ts'
import { estadoLook } from '../../trip/EstadoBadge.tsx'
import { cx } from '../../ui/cx.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { CommentField } from './CommentField.tsx'
import type { DialogProps } from './dialogProps.ts'
import { PhotosField } from './PhotosField.tsx'
import { FormFailure, RutaFormDialog } from './RutaFormDialog.tsx'
import { type EstadoValues, opensIncidente, useEstadoChange } from './useEstadoChange.ts'

export function EstadoDialog(props: DialogProps) {
  const { ruta } = props
  const { values, photos, failure, busy, change, close, save } = useEstadoChange(props)
  const { nuevoEstado, comentario, causa, lugar } = values
  return (
    <RutaFormDialog title="Cambiar Estado" ruta={ruta} {...{ busy, close, save }}>
      <FormFailure failure={failure} />
      <EstadoChoices
        current={ruta.estado}
        value={nuevoEstado ?? ruta.estado}
        // One tap, which is repeated as fast.
        onChange={(estado) => change({ nuevoEstado: estado }, false)}
      />
      {opensIncidente(ruta, values) && <IncidenteFields causa={causa} lugar={lugar} onChange={change} />}
      <CommentField value={comentario} onChange={(text) => change({ comentario: text })} />
      <PhotosField {...photos} />
    </RutaFormDialog>
  )
}

interface EstadoChoicesProps {
  current: string
  value: string
  onChange: (estado: RutaEstado) => void
}

function EstadoChoices({ current, value, onChange }: EstadoChoicesProps) {
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="mb-2 font-semibold">Nuevo estado</legend>
      {rutaEstados.map((estado) => {
        const { Icon, color } = estadoLook(estado)
        const chosen = value === estado
        return (
          <label
            key={estado}
            className={cx(
              'relative flex min-h-18 cursor-pointer items-center gap-2 rounded-ui border px-2 py-2 text-lg sm:gap-3 sm:px-3 font-bold',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
              color,
              chosen && '[box-shadow:0_0_0_4px]',
            )}
          >
            <input
              type="radio"
              name="estado"
              checked={chosen}
              onChange={() => onChange(estado)}
              className="sr-only"
            />
            <Icon className="size-6 shrink-0" />
            <span className="grid leading-tight">
              {estado}
              {estado === current && <span className="text-sm font-semibold">Actual</span>}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

interface IncidenteFieldsProps {
  causa: IncidenteCausa
  lugar: string
  onChange: (part: Partial<EstadoValues>) => void
}

const IncidenteFields = ({ causa, lugar, onChange }: IncidenteFieldsProps) => (
  <>
    <SelectField
      label="Causa"
      name="causa"
      required
      value={causa}
      words={incidenteCausas.map((each) => [each, each])}
      onChange={(each) => onChange({ causa: each })}
    />
    <TextField
      label="Lugar"
      name="lugar"
      required={false}
      value={lugar}
      maxLength={100}
      onChange={(text) => onChange({ lugar: text })}
    />
  </>
)
