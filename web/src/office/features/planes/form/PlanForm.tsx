import '@flota/contract/core/zodConfig.ts'
import { formatInteger } from '@flota/contract/core/format.ts'
import { planes } from '@flota/contract/fleet/planes.ts'
import { useSearchParams } from 'wouter'
import type { FieldsOf, Line } from '../../../../form/FieldSpec.ts'
import { dateField, numberField, textField } from '../../../../form/fields.tsx'
import { RecordForm } from '../../../../form/RecordForm.tsx'
import { recordSources } from '../../../../form/recordPicker/recordSources.ts'
import type { OverlayFormProps } from '../../../../list/listWithForm.tsx'
import { checkboxField } from '../../../shared/form/checkboxField.tsx'
import { errorWithTitle } from '../../../shared/form/errorWithTitle.ts'
import { planName, planWords } from '../words.ts'
import { camionesField } from './camionesField.tsx'

const wholeField = (label: string, hint?: string) =>
  numberField(label, {
    formatStored: formatInteger,
    format: formatInteger,
    inputMode: 'numeric',
    ...(hint && { hint }),
  })

/** In tab order. */
const fields = {
  camiones: camionesField,
  nombre: textField('Nombre', { hint: 'Por ejemplo Cambio de aceite' }),
  cada_km: wholeField('Cada (km)', 'Kilómetros, días o ambos: toca con lo primero que se cumpla.'),
  cada_dias: wholeField('Cada (días)'),
  desde_fecha: dateField('Hecho por última vez'),
  desde_km: wholeField('Kilometraje de entonces'),
  activo: { ...checkboxField('Activo', 'md:mt-6'), empty: 'si' },
  aviso_km: { ...wholeField('Avisar antes (km)'), empty: '500' },
  aviso_dias: { ...wholeField('Avisar antes (días)'), empty: '15' },
} satisfies FieldsOf<typeof planes>

/** The form of a stored plan, or of a new one for one or many trucks (`?registro=nuevo&camion_id=7`). */
export function PlanForm({ id, onClose }: OverlayFormProps) {
  const [search] = useSearchParams()
  const camion_id = search.get('camion_id') ?? ''
  if (id === null && /^[1-9]\d*$/.test(camion_id)) return <NewForTruck id={camion_id} onClose={onClose} />
  return <PlanRecordForm id={id} onClose={onClose} />
}

function NewForTruck({ id, onClose }: { id: string; onClose: () => void }) {
  const placa = recordSources.camiones.useName(id)
  if (!placa) return null
  return <PlanRecordForm id={null} camion={{ id, placa }} onClose={onClose} />
}

interface Props extends OverlayFormProps {
  camion?: Line
}

function PlanRecordForm({ id, camion, onClose }: Props) {
  return (
    <RecordForm
      calls={planes}
      id={id}
      fields={fields}
      words={planWords}
      nameOf={planName}
      {...(camion && { start: { camiones: [camion] }, draft: `camión ${camion.id}`, initialFocus: 'nombre' })}
      refusal={errorWithTitle(id ? 'Error al actualizar el plan' : 'Error al crear el plan')}
      onClose={onClose}
    />
  )
}
