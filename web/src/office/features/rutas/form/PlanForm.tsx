import '@flota/contract/core/zodConfig.ts'
import { blankAsAbsent, bodyId, date, hour } from '@flota/contract/core/values.ts'
import type { RutaPlaneada } from '@flota/contract/trips/plan.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import { useSave } from '../../../../api/cache/queries.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import type { Form } from '../../../../form/FieldSpec.ts'
import { dateField, hourField } from '../../../../form/fields.tsx'
import { isIso } from '../../../../form/ParsedField.tsx'
import { parseHora } from '../../../../form/parseInput.ts'
import { recordField } from '../../../../form/recordField.tsx'
import { recordSources } from '../../../../form/recordPicker/recordSources.ts'
import { emptyValues, idIn, textIn } from '../../../../form/validate.ts'
import { rutaNameText } from '../../../../trip/office/rutaNameText.ts'
import { TrialSummary } from '../../../../trip/office/TrialSummary.tsx'
import { TripWarnings } from '../../../../trip/office/TripWarnings.tsx'
import { useTrial } from '../../../../trip/office/useTrial.ts'
import type { PlanChanges, PlanKind } from '../planChanges.ts'

const mustBeListed = (what: string) => {
  const message = `Elige un ${what} de la lista.`
  return { className: 'col-span-full', unknownMessage: message, requiredMessage: message }
}

const fields = {
  camion_id: recordField('Camión', recordSources.camiones, () => '', mustBeListed('camión')),
  chofer_id: recordField('Piloto', recordSources.choferes, () => '', mustBeListed('piloto')),
  fecha: dateField('Día'),
  hora: hourField('Hora'),
}

/** A blank day or hour stays as it is. */
const whenSchema = z
  .object({ fecha: blankAsAbsent(date().optional()), hora: blankAsAbsent(hour().optional()) })
  .refine(({ fecha, hora }) => fecha !== undefined || hora !== undefined, {
    path: ['fecha'],
    error: 'Escribe un día o una hora.',
  })

interface PlanFormSpec {
  title: string
  names: readonly (keyof typeof fields)[]
  schema: z.ZodType<PlanChanges>
}

const forms: Record<PlanKind, PlanFormSpec> = {
  camion: { title: 'Cambiar camión', names: ['camion_id'], schema: z.object({ camion_id: bodyId() }) },
  piloto: { title: 'Cambiar piloto', names: ['chofer_id'], schema: z.object({ chofer_id: bodyId() }) },
  hora: { title: 'Cambiar fecha u hora', names: ['fecha', 'hora'], schema: whenSchema },
}

interface Props {
  kind: PlanKind
  rutas: readonly Ruta[]
  onChanged: (message: string, outcomes: readonly RutaPlaneada[], cambios: PlanChanges) => void
  onClose: () => void
}

/** Gives several trips another truck, pilot, day or hour, after showing what would become of each. */
export function PlanForm({ kind, rutas, onChanged, onClose }: Props) {
  const { title, names, schema } = forms[kind]
  const send = useSave('PATCH /api/rutas/plan')
  const [asking, setAsking] = useState(false)
  const [shown] = useState(() => Object.fromEntries(names.map((name) => [name, fields[name]])))
  return (
    <DialogForm
      title={`${title}: ${rutas.length === 1 ? '1 ruta' : `${rutas.length} rutas`}`}
      fields={shown}
      schema={schema}
      stored={{ values: emptyValues(shown), version: undefined }}
      layout="grid-cols-2 gap-x-4"
      className="md:max-w-xl"
      waiting={asking}
      save={async (cambios, idempotencyKey) => {
        const answer = await send({ query: { viaje: 'si' }, body: planBody(rutas, cambios), idempotencyKey })
        onChanged(answer.message, answer.data, cambios)
        return answer
      }}
      errorTitle="No se cambió ninguna ruta"
      resultType={null}
      onClose={onClose}
    >
      {(form) => <PlanTrial rutas={rutas} cambios={typedChanges(kind, form)} onAsking={setAsking} />}
    </DialogForm>
  )
}

const planBody = (rutas: readonly Ruta[], cambios: PlanChanges) => ({
  rutas: rutas.map(({ id, version }) => ({ id, version })),
  cambios,
})

/** Returns the changes of the form; null while one is missing or invalid. */
function typedChanges(kind: PlanKind, form: Pick<Form, 'valueOf'>): PlanChanges | null {
  const [camion_id, chofer_id] = [idIn(form, 'camion_id'), idIn(form, 'chofer_id')]
  if (kind === 'camion') return camion_id === null ? null : { camion_id }
  if (kind === 'piloto') return chofer_id === null ? null : { chofer_id }
  const [fecha, typed] = [textIn(form, 'fecha'), textIn(form, 'hora')]
  const hora = parseHora(typed)
  const isValid = (fecha || typed) && (!fecha || isIso(fecha)) && (!typed || hora)
  return isValid ? { ...(fecha && { fecha }), ...(hora && { hora }) } : null
}

interface PlanTrialProps {
  rutas: readonly Ruta[]
  cambios: PlanChanges | null
  onAsking: (asking: boolean) => void
}

/** Shows how many trips would overlap, and the trips with warnings or that would stay as they are. */
function PlanTrial({ rutas, cambios, onAsking }: PlanTrialProps) {
  const trial = useTrial('PATCH /api/rutas/plan', cambios && planBody(rutas, cambios))
  const { data, asking } = trial
  const report = useEffectEvent(onAsking)
  useEffect(() => report(asking), [asking])
  const trips = new Map(rutas.map((ruta) => [ruta.id, ruta]))
  const notable = data?.filter(({ mensaje, avisos = [] }) => mensaje !== undefined || avisos.length > 0) ?? []
  return (
    <div className="col-span-full grid gap-3">
      <TrialSummary trips={data} query={trial} />
      {notable.length > 0 && (
        <ul className="grid gap-3">
          {notable.map(({ id, mensaje, avisos = [] }) => (
            <li key={id} className="grid gap-1">
              <TripHeading ruta={trips.get(id)} />
              {avisos.length > 0 ? (
                <TripWarnings brief avisos={avisos} />
              ) : (
                <p className="rounded-ui border-l-4 border-danger bg-danger-soft px-3 py-1 text-danger">
                  {mensaje}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const TripHeading = ({ ruta }: { ruta: Ruta | undefined }) =>
  ruta && (
    <p className="wrap-anywhere">
      <b>{ruta.no_ruta}</b> <span className="text-sm text-muted">{rutaNameText(ruta)}</span>
    </p>
  )
