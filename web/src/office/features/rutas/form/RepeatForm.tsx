import '@flota/contract/core/zodConfig.ts'
import { formatFecha, formatQuetzales, stripRutaPrefix } from '@flota/contract/core/format.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { repetir } from '@flota/contract/trips/repetir.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { z } from 'zod'
import { useEndpoint, useSave } from '../../../../api/cache/queries.ts'
import { useToday } from '../../../../api/useToday.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import type { FieldSpec, Fields, Form } from '../../../../form/FieldSpec.ts'
import { MonthCalendar } from '../../../../form/MonthCalendar.tsx'
import { recordField } from '../../../../form/recordField.tsx'
import { recordSources } from '../../../../form/recordPicker/recordSources.ts'
import { valuesOf } from '../../../../form/validate.ts'
import { appendAvisos, type DatedAviso } from '../../../../trip/office/avisoTexts.ts'
import { rutaNameText } from '../../../../trip/office/rutaNameText.ts'
import { TripWarnings } from '../../../../trip/office/TripWarnings.tsx'
import { ayudanteOf, pilotoOf } from '../../../../trip/tripTexts.ts'
import { Button } from '../../../../ui/Button.tsx'

const mustBeListed = (message: string) => ({ unknownMessage: message, requiredMessage: message })

const crewFields = {
  camion_id: recordField(
    'Camión',
    recordSources.camiones,
    (ruta: Ruta) => ruta.camion_placa,
    mustBeListed(sentences.unknownCamion),
  ),
  chofer_id: recordField(
    'Piloto',
    recordSources.choferes,
    (ruta: Ruta) => pilotoOf(ruta),
    mustBeListed(sentences.unknownChofer),
  ),
  ayudante_id: recordField('Ayudante', recordSources.ayudantes, (ruta: Ruta) => ayudanteOf(ruta), {
    unknownMessage: sentences.unknownAyudante,
    placeholder: 'Sin ayudante',
  }),
}
const crewNames = Object.keys(crewFields) as (keyof typeof crewFields)[]

const daysField = (below: ReactNode): FieldSpec<readonly string[]> => ({
  label: 'Días',
  empty: [],
  read: () => [],
  send: (days) => days,
  format: (days) => days.map(formatFecha).join(', '),
  Input: ({ value, onChange, error }) => (
    <>
      <MonthCalendar chosen={value} onChange={(days) => onChange(days.toSorted())} error={error} />
      <output className="block min-h-6 text-sm text-muted">
        {value.length > 0 &&
          `${value.length === 1 ? '1 día' : `${value.length} días`}: ${value.map(formatFecha).join(', ')}`}
      </output>
      {below}
    </>
  ),
})

/** Omits the crew members that equal the original trip's: null for the helper means none. */
const schemaFor = (ruta: Ruta, withCrew: boolean) =>
  z.preprocess((values) => {
    const { fechas, ...chosen } = values as Record<string, unknown>
    const others = crewNames.filter((name) => withCrew && chosen[name] !== ruta[name])
    return { fechas, ...Object.fromEntries(others.map((name) => [name, chosen[name]])) }
  }, repetir.repeat.body)

const submitLabel = ({ length }: readonly unknown[]) =>
  length === 0 ? 'Crear rutas' : length === 1 ? 'Crear 1 ruta' : `Crear ${length} rutas`

const valuesKey = ({ values }: Form) => JSON.stringify(values)

/** Copies a trip to the chosen days, all or none. */
export function RepeatForm({ ruta, onClose }: { ruta: Ruta; onClose: () => void }) {
  const send = useSave('POST /api/rutas/:id/repetir')
  const [withCrew, setWithCrew] = useState(false)
  /** Warnings of the last rejected save and the values that it sent. */
  const [rejection, setRejection] = useState<{ avisos: readonly DatedAviso[] | undefined; of: string }>()
  const fields = {
    fechas: daysField(!withCrew && <CrewButton onPress={() => setWithCrew(true)} />),
    ...Object.fromEntries(
      crewNames.map((name) => [name, { ...crewFields[name], isPresent: () => withCrew }]),
    ),
  } satisfies Fields
  const [stored] = useState(() => ({ values: valuesOf(fields, ruta), version: undefined }))
  return (
    <DialogForm
      title={`Repetir la ruta ${stripRutaPrefix(ruta.no_ruta)} en otros días`}
      submitLabel={({ values: { fechas } }) => submitLabel(Array.isArray(fechas) ? fechas : [])}
      above={(form) => (
        <>
          <p className="text-sm wrap-anywhere text-muted">{rutaNameText(ruta)}</p>
          {rejection?.avisos && rejection.of === valuesKey(form) && (
            <TripWarnings avisos={rejection.avisos} />
          )}
        </>
      )}
      fields={fields}
      schema={schemaFor(ruta, withCrew)}
      stored={stored}
      save={async (body, idempotencyKey) => {
        const { message, avisos } = await send({
          params: { id: ruta.id },
          query: { viaje: 'si' },
          body,
          idempotencyKey,
        })
        return { message: appendAvisos(message, avisos) }
      }}
      errorTitle="No se creó ninguna ruta"
      onRejected={({ avisos, campos }, form) => {
        setRejection({ avisos, of: valuesKey(form) })
        if (crewNames.some((name) => campos[name])) setWithCrew(true)
      }}
      resultType="edit"
      onClose={onClose}
    >
      <CopiedPriceNote ruta={ruta} />
    </DialogForm>
  )
}

/** Replaces itself by the crew fields and moves the focus to the first of them. */
function CrewButton({ onPress }: { onPress: () => void }) {
  return (
    <Button
      className="mt-2"
      onClick={({ currentTarget: { form } }) => {
        flushSync(onPress)
        form?.querySelector<HTMLElement>('[name=camion_id]')?.focus()
      }}
    >
      Con otro camión o piloto
      <ChevronDown aria-hidden="true" className="-mr-1.5 size-4.5" />
    </Button>
  )
}

/** Warns that the copies keep the old trip's price if today's tarifa differs. */
function CopiedPriceNote({ ruta: { cliente_id, origen, destino, servicio, precio } }: { ruta: Ruta }) {
  const hoy = useToday()
  const query = { cliente_id, origen, destino, servicio, ...(hoy && { fecha: hoy }) }
  const tarifa = useEndpoint('GET /api/tarifas/sugerencia', { query }).data?.data.tarifa
  if (!tarifa || precio === undefined || tarifa.precio === precio) return null
  return (
    <p className="rounded-ui border-l-4 border-notice bg-notice-soft px-3 py-2">
      Se copia el precio anterior, {formatQuetzales(precio)}. La tarifa de hoy es{' '}
      {formatQuetzales(tarifa.precio)}.
    </p>
  )
}
