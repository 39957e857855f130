import '@flota/contract/core/zodConfig.ts'
import { formatHora } from '@flota/contract/core/format.ts'
import { maxRutasPerChange } from '@flota/contract/trips/manyRutas.ts'
import { type CopiaRevisada, plan } from '@flota/contract/trips/plan.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSave } from '../../../api/cache/queries.ts'
import { DialogForm } from '../../../form/DialogForm.tsx'
import type { FieldSpec, InputProps } from '../../../form/FieldSpec.ts'
import { dateField } from '../../../form/fields.tsx'
import { isIso } from '../../../form/ParsedField.tsx'
import { textIn } from '../../../form/validate.ts'
import { Checkbox } from '../../../list/table/RowCheckbox.tsx'
import { rutaNameText } from '../../../trip/office/rutaNameText.ts'
import { TrialSummary } from '../../../trip/office/TrialSummary.tsx'
import { TripWarnings } from '../../../trip/office/TripWarnings.tsx'
import { useTrial } from '../../../trip/office/useTrial.ts'
import { pilotoOf } from '../../../trip/tripTexts.ts'

const tooManyText = `Elige ${maxRutasPerChange} rutas como máximo.`

interface Props {
  title: string
  rutas: readonly Ruta[]
  /** Suggested day of the copies. */
  dia: string
  onCreated: (fecha: string, message: string) => void
  onClose: () => void
}

const submitLabel = (chosen: unknown) => {
  const n = Array.isArray(chosen) ? chosen.length : 0
  return n === 0 ? 'Crear viajes' : n === 1 ? 'Crear 1 viaje' : `Crear ${n} viajes`
}

/** Copies the ticked trips to one day, all or none. Each trip shows the warnings of its copy. */
export function CopyForm({ title, rutas, dia, onCreated, onClose }: Props) {
  const send = useSave('POST /api/rutas/copiar')
  const [asking, setAsking] = useState(false)
  // Created once: a new `Input` would lose its state.
  const [fields] = useState(() => ({
    fecha: dateField('Día', { brief: true }),
    rutas: ticksField(rutas, setAsking),
  }))
  const [stored] = useState(() => ({
    values: { fecha: dia, rutas: rutas.map(({ id }) => id) },
    version: undefined,
  }))
  return (
    <DialogForm
      title={title}
      submitLabel={({ values }) => submitLabel(values['rutas'])}
      fields={fields}
      schema={plan.copy.body}
      stored={stored}
      className="md:max-w-2xl"
      waiting={asking}
      save={async (body, idempotencyKey) => {
        const answer = await send({ body: { ...body, prueba: false }, idempotencyKey })
        onCreated(body.fecha, answer.message)
        return answer
      }}
      errorTitle="No se creó ninguna ruta"
      resultType={null}
      onClose={onClose}
    />
  )
}

const ticksField = (
  rutas: readonly Ruta[],
  onAsking: (asking: boolean) => void,
): FieldSpec<readonly number[]> => ({
  label: 'Viajes',
  empty: [],
  read: () => [],
  send: (ids) => ids,
  format: (ids) => String(ids.length),
  Input: (field) => <TripTicks {...field} rutas={rutas} onAsking={onAsking} />,
})

interface TripTicksProps extends InputProps<readonly number[]> {
  rutas: readonly Ruta[]
  onAsking: (asking: boolean) => void
}

function TripTicks({ value, onChange, error, form, rutas, onAsking }: TripTicksProps) {
  const fecha = textIn(form, 'fecha')
  const isTooMany = value.length > maxRutasPerChange
  const canAsk = isIso(fecha) && value.length > 0 && !isTooMany
  const trial = useTrial('POST /api/rutas/copiar', canAsk ? { rutas: [...value], fecha } : null)
  const { data, asking } = trial
  const report = useEffectEvent(onAsking)
  useEffect(() => report(asking), [asking])
  const checked = data?.rutas.filter((each) => 'avisos' in each)
  const checks = new Map(checked?.map((each) => [each.id, each]))
  /** Keeps the order of the list, in which the copies get their numbers. */
  const tick = (ids: readonly number[], on: boolean) =>
    onChange(rutas.map(({ id }) => id).filter((id) => (ids.includes(id) ? on : value.includes(id))))
  const problem = error ?? (isTooMany ? tooManyText : undefined)
  const areAll = value.length === rutas.length
  if (rutas.length === 0) return <p className="text-muted">Este día no hay viajes.</p>
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">Viajes que se copian</legend>
      {problem && (
        <p role="alert" className="font-semibold text-danger">
          {problem}
        </p>
      )}
      <TrialSummary trips={checked} query={trial} />
      <Checkbox
        label="Elegir todos los viajes"
        checked={areAll}
        isIndeterminate={!areAll && value.length > 0}
        onChange={(on) =>
          tick(
            rutas.map(({ id }) => id),
            on,
          )
        }
        className="justify-start! min-h-10 border-b border-line pb-2 font-semibold max-md:min-h-11"
      >
        {rutas.length === 1 ? '1 viaje' : `${rutas.length} viajes`}
      </Checkbox>
      <ul className="grid gap-2">
        {rutas.map((ruta) => (
          <li key={ruta.id} className="grid gap-1">
            <Checkbox
              label={`Copiar ${ruta.no_ruta}`}
              checked={value.includes(ruta.id)}
              onChange={(on) => tick([ruta.id], on)}
              className="justify-start! max-md:min-h-11"
            >
              <TripLine ruta={ruta} />
            </Checkbox>
            {value.includes(ruta.id) && <CopyWarnings check={checks.get(ruta.id)} />}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

const TripLine = ({ ruta }: { ruta: Ruta }) => (
  <span className="min-w-0 leading-5 wrap-anywhere">
    <b className="tabular-nums">{formatHora(ruta.hora)}</b> <b>{ruta.no_ruta}</b>
    <span className="block text-sm text-muted">
      {[rutaNameText(ruta), ruta.camion_placa, pilotoOf(ruta)].join(' · ')}
    </span>
  </span>
)

const CopyWarnings = ({ check }: { check: CopiaRevisada | undefined }) =>
  check && (check.mensaje !== undefined || check.avisos.length > 0) ? (
    <div className="ml-8 grid gap-1">
      {check.mensaje !== undefined && (
        <p className="rounded-ui border-l-4 border-danger bg-danger-soft px-3 py-1 text-danger">
          {check.mensaje}
        </p>
      )}
      <TripWarnings brief avisos={check.avisos} />
    </div>
  ) : null
