import '@flota/contract/core/zodConfig.ts'
import { formatInteger } from '@flota/contract/core/format.ts'
import { type Plan, planes, type ServicioValues } from '@flota/contract/fleet/planes.ts'
import { useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { useSave } from '../../../../api/cache/queries.ts'
import type { Envelope } from '../../../../api/call.ts'
import { useToday } from '../../../../api/useToday.ts'
import type { Form, SavedRow } from '../../../../form/FieldSpec.ts'
import { FormScreen } from '../../../../form/FormScreen.tsx'
import { RecordLoader } from '../../../../form/RecordLoader.tsx'
import { useForm } from '../../../../form/useForm.ts'
import { useFormSave } from '../../../../form/useFormSave.ts'
import { emptyValues, textIn } from '../../../../form/validate.ts'
import { withId } from '../../../../shell/paths.ts'
import { showResult } from '../../../../ui/ResultPopup.tsx'
import { mantenimientoFields } from '../../../shared/mantenimientos/form/mantenimientoFields.tsx'
import { planName, planWords } from '../words.ts'

type Kind = 'programar' | 'hecho'

interface Props {
  kind: Kind
  /** The plan. */
  id: string
  onClose: () => void
}

const { camion_id: _truck, ...fields } = mantenimientoFields

const titles: Record<Kind, string> = { programar: 'Programar', hecho: 'Ya se hizo:' }

/** The form of a plan's next maintenance, or of one that is already done. */
export function ServicioForm({ kind, id, onClose }: Props) {
  const hoy = useToday()
  return (
    <RecordLoader<Plan>
      line="GET /api/planes/:id"
      id={id}
      title={titles[kind]}
      words={planWords}
      fields={Object.keys(fields).length}
      onBack={onClose}
    >
      {(plan) => hoy && <OpenOrNewServicio kind={kind} plan={plan} hoy={hoy} onClose={onClose} />}
    </RecordLoader>
  )
}

/** Values of a new maintenance. A due date that has passed is no day to plan work on. */
const startOf = (kind: Kind, { nombre, proxima_fecha }: Plan, hoy: string) => ({
  ...emptyValues(fields),
  descripcion: nombre,
  fecha_programada:
    kind === 'programar' && proxima_fecha !== null && proxima_fecha > hoy ? proxima_fecha : hoy,
  ...(kind === 'hecho' && { estado: 'Completado', fecha_realizada: hoy }),
})

interface NewProps {
  kind: Kind
  plan: Plan
  hoy: string
  onClose: () => void
}

/** The list that led here may not have shown yet that the plan has an open maintenance. */
function OpenOrNewServicio(props: NewProps) {
  const [abierto_id] = useState(props.plan.abierto_id)
  return abierto_id === null ? (
    <NewServicio {...props} />
  ) : (
    <Redirect to={withId('/ver-mantenimiento/:id', abierto_id)} replace />
  )
}

function NewServicio({ kind, plan, hoy, onClose }: NewProps) {
  const create = useSave('POST /api/planes/:id/mantenimiento')
  const [, navigate] = useLocation()
  const [stored] = useState(() => ({ values: startOf(kind, plan, hoy), version: undefined }))
  const form = useForm<ServicioValues>({
    name: `/api/planes ${plan.id} ${kind}`,
    fields,
    schema: planes.servicio.body,
    stored,
  })
  const saving = useFormSave<ServicioValues, Envelope<SavedRow>>({
    form,
    save: (body) => create({ params: { id: plan.id }, body, idempotencyKey: form.keyOf(body) }),
    refusal: ({ message }) => ({ title: 'Error al crear el mantenimiento', detail: message }),
    andThen: async ({ message, data }, { isMounted }) => {
      const isFollowed = await showResult('success', message, isMounted ? 'Ver mantenimiento' : undefined)
      if (!isMounted) return
      if (isFollowed) navigate(withId('/ver-mantenimiento/:id', data.id))
      else onClose()
    },
  })
  return (
    <FormScreen
      title={`${titles[kind]} ${planName(plan)}`}
      form={form}
      saving={saving}
      initialFocus={kind === 'hecho' ? 'kilometraje' : 'fecha_programada'}
      useHints={(open) => hintsOf(plan, open)}
      onClose={onClose}
    />
  )
}

/** Without the kilometres of a service the next one is unknown. */
function hintsOf({ ultimo_km, cada_km }: Plan, form: Form) {
  if (textIn(form, 'estado') !== 'Completado') return {}
  const last = ultimo_km === null ? '' : `La última vez: ${formatInteger(ultimo_km)} km. `
  const why = cada_km === null ? '' : 'Sin él no se sabe a los cuántos kilómetros toca otra vez.'
  return { hints: { kilometraje: last + why } }
}
