import '@flota/contract/zodConfig.ts'
import { fecha, quetzales, sinRuta } from '@flota/contract/format.ts'
import { repetir } from '@flota/contract/repetir.ts'
import type { Ruta } from '@flota/contract/rutas.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { z } from 'zod'
import { useEndpoint, useSave } from '../../../../api/cache/queries.ts'
import { useToday } from '../../../../api/useToday.ts'
import { DialogForm } from '../../../../form/DialogForm.tsx'
import type { FieldSpec, Fields, Form } from '../../../../form/FieldSpec.ts'
import { MonthDays } from '../../../../form/MonthCalendar.tsx'
import { choice } from '../../../../form/recordField.tsx'
import { sources } from '../../../../form/recordPicker/recordSources.ts'
import { valuesOf } from '../../../../form/validate.ts'
import { Avisos, type ToldAviso, withAvisos } from '../../../../trip/office/TripWarnings.tsx'
import { ayudanteOf, pilotoOf } from '../../../../trip/tripTexts.ts'
import { Button } from '../../../../ui/Button.tsx'

const oneOf = (unknown: string) => ({ unknown, needed: unknown })

/** Another truck, pilot or helper than the trip's. */
const crew = {
  camion_id: choice(
    'Camión',
    sources.camiones,
    (ruta: Ruta) => ruta.camion_placa,
    oneOf(sentences.unknownCamion),
  ),
  chofer_id: choice(
    'Piloto',
    sources.choferes,
    (ruta: Ruta) => pilotoOf(ruta),
    oneOf(sentences.unknownChofer),
  ),
  ayudante_id: choice('Ayudante', sources.ayudantes, (ruta: Ruta) => ayudanteOf(ruta), {
    unknown: sentences.unknownAyudante,
    placeholder: 'Sin ayudante',
  }),
}
const crewNames = Object.keys(crew) as (keyof typeof crew)[]

/** The days, and below them what `below` says. */
const daysField = (below: ReactNode): FieldSpec<readonly string[]> => ({
  label: 'Días',
  empty: [],
  read: () => [],
  send: (days) => days,
  shown: (days) => days.map(fecha).join(', '),
  Input: ({ value, onChange, error }) => (
    <>
      <MonthDays chosen={value} onChange={(days) => onChange(days.toSorted())} error={error} />
      <output className="block min-h-6 text-sm text-muted">
        {value.length > 0 &&
          `${value.length === 1 ? '1 día' : `${value.length} días`}: ${value.map(fecha).join(', ')}`}
      </output>
      {below}
    </>
  ),
})

/** What is another than the trip's; of the helper null means none, so that the same one is left out. */
const schemaFor = (ruta: Ruta, withCrew: boolean) =>
  z.preprocess((sent) => {
    const { fechas, ...chosen } = sent as Record<string, unknown>
    const others = crewNames.filter((name) => withCrew && chosen[name] !== ruta[name])
    return { fechas, ...Object.fromEntries(others.map((name) => [name, chosen[name]])) }
  }, repetir.repeat.body)

const createsOf = ({ length }: readonly unknown[]) =>
  length === 0 ? 'Crear rutas' : length === 1 ? 'Crear 1 ruta' : `Crear ${length} rutas`

const typedIn = ({ values }: Form) => JSON.stringify(values)

interface Props {
  ruta: Ruta
  onClose: () => void
}

/** Copies a trip to the days that are ticked, all or none. */
export function RepetirForm({ ruta, onClose }: Props) {
  const send = useSave('POST /api/rutas/:id/repetir')
  const [withCrew, setWithCrew] = useState(false)
  /** What spoke against the last try, and what was typed then. */
  const [refused, setRefused] = useState<{ avisos: readonly ToldAviso[] | undefined; of: string }>()
  const fields = {
    fechas: daysField(!withCrew && <CrewButton onPress={() => setWithCrew(true)} />),
    ...Object.fromEntries(crewNames.map((name) => [name, { ...crew[name], when: () => withCrew }])),
  } satisfies Fields
  const [stored] = useState(() => ({ values: valuesOf(fields, ruta), version: undefined }))
  return (
    <DialogForm
      title={`Repetir la ruta ${sinRuta(ruta.no_ruta)} en otros días`}
      saves={({ values: { fechas } }) => createsOf(Array.isArray(fechas) ? fechas : [])}
      above={(form) => refused?.avisos && refused.of === typedIn(form) && <Avisos avisos={refused.avisos} />}
      fields={fields}
      schema={schemaFor(ruta, withCrew)}
      stored={stored}
      save={async (body, idempotencyKey) => {
        const { message, avisos } = await send({ params: { id: ruta.id }, body, idempotencyKey })
        return { message: withAvisos(message, avisos) }
      }}
      failed="No se creó ninguna ruta"
      refused={({ avisos, campos }, form) => {
        setRefused({ avisos, of: typedIn(form) })
        if (crewNames.some((name) => campos[name])) setWithCrew(true)
      }}
      told="edit"
      onClose={onClose}
    >
      <OldPrice ruta={ruta} />
    </DialogForm>
  )
}

/** For who asks for it; it gives its place to the fields, and the focus. */
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

/** The copies have the old trip's price, also where the price list says another today. */
function OldPrice({ ruta: { cliente_id, origen, destino, servicio, precio } }: { ruta: Ruta }) {
  const hoy = useToday()
  const query = { cliente_id, origen, destino, servicio, ...(hoy && { fecha: hoy }) }
  const tarifa = useEndpoint('GET /api/tarifas/sugerencia', { query }).data?.data.tarifa
  if (!tarifa || precio === undefined || tarifa.precio === precio) return null
  return (
    <p className="rounded-ui border-l-4 border-notice bg-notice-soft px-3 py-2">
      Se copia el precio anterior, {quetzales(precio)}. La tarifa de hoy es {quetzales(tarifa.precio)}.
    </p>
  )
}
