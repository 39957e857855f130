import '@flota/contract/zodConfig.ts'
import { sinRuta } from '@flota/contract/format.ts'
import { notCopied } from '@flota/contract/repetir.ts'
import type { AvisoDeViaje } from '@flota/contract/revision.ts'
import { type Ruta, type RutaValues, rutas } from '@flota/contract/rutas.ts'
import { Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { ApiError } from '../../../../api/ApiError.ts'
import { useSession } from '../../../../api/session.ts'
import type { Form, Values } from '../../../../form/FieldSpec.ts'
import { plain } from '../../../../form/parseInput.ts'
import { RecordForm } from '../../../../form/RecordForm.tsx'
import { RecordLoaded } from '../../../../form/RecordLoader.tsx'
import { sources } from '../../../../form/recordPicker/recordSources.ts'
import { secondsSince } from '../../../../form/useForm.ts'
import type { Refusal, RefusalOf } from '../../../../form/useFormSave.ts'
import { valuesOf } from '../../../../form/validate.ts'
import { lastAddressOf } from '../../../../list/lastAddress.ts'
import { mayExcept, motivo } from '../../../../trip/office/exceptionReason.ts'
import { withAvisos } from '../../../../trip/office/TripWarnings.tsx'
import { rutaWords } from '../../../../trip/tripTexts.ts'
import { ask } from '../../../../ui/ConfirmDialog.tsx'
import { useClose } from '../../../../ui/navigationGuard.ts'
import { changedFields, newFields, twelveColumns, withMotivo } from './fields.tsx'
import { type Refused, RevisionPanel, tripKey } from './TripCheckPanel.tsx'
import { useOffers } from './useTripSuggestions.tsx'

/** A route's form; a new one may begin as a copy of another, or as its way back (`?copiar=12`, `?regreso=12`). */
export function RutaForm({ params: { id } }: { params: { id?: string } }) {
  const close = useClose()
  const [search] = useSearchParams()
  const onClose = () => close(lastAddressOf('/rutas'))
  const source = id ? null : sourceIn(search)
  if (!source) return <TripForm id={id} onClose={onClose} />
  return (
    <RecordLoaded<Ruta>
      key={source.draft}
      line="GET /api/rutas/:id"
      id={source.id}
      title={rutaWords.create}
      words={rutaWords}
      fields={Object.keys(newFields).length}
      onBack={() => void onClose()}
    >
      {(ruta) => <TripForm draft={source.draft} start={copyOf(ruta, source.back)} onClose={onClose} />}
    </RecordLoaded>
  )
}

function sourceIn(search: URLSearchParams) {
  const back = search.get('regreso')
  const id = back ?? search.get('copiar') ?? ''
  return /^[1-9]\d*$/.test(id)
    ? { id, back: back !== null, draft: `${back ? 'regreso' : 'copia'} ${id}` }
    : null
}

/** As the server repeats a trip; `back` swaps its places. */
function copyOf(ruta: Ruta, back: boolean): Values {
  const row = back ? { ...ruta, origen: ruta.destino, destino: ruta.origen } : ruta
  return Object.fromEntries(
    Object.entries(valuesOf(newFields, row)).filter(([name]) => !notCopied.includes(name)),
  )
}

interface TripProps {
  id?: string | undefined
  /** A copy's values and the name of its draft. */
  start?: Values
  draft?: string
  onClose: () => Promise<void>
}

/** After a new trip it offers the next one of the same day. */
function TripForm({ id, start, draft, onClose }: TripProps) {
  const [round, setRound] = useState({ count: 0, day: '' })
  const [refused, setRefused] = useState<Refused | null>(null)
  const excepts = mayExcept(useSession())
  const fields = id ? changedFields : newFields
  const refusal: RefusalOf = (error, form) => {
    const { avisos } = error
    if (avisos) {
      setRefused({ avisos, of: tripKey(form) })
      if (excepts) form.tell({ motivo_excepcion: motivo.asked })
    }
    return refusalOf(error, id ? 'Error al actualizar la ruta' : 'Error al crear la ruta')
  }
  return (
    <RecordForm
      key={round.count}
      calls={rutas}
      id={id ?? null}
      fields={refused && excepts ? withMotivo(fields) : fields}
      words={rutaWords}
      nameOf={({ no_ruta }) => sinRuta(no_ruta)}
      refusal={refusal}
      onClose={onClose}
      layout={twelveColumns}
      useOffers={useOffers}
      beside={({ startedAt }) => <TypingTimer startedAt={startedAt} />}
      aside={(form) => <RevisionPanel form={form} refused={refused} />}
      told={timed}
      {...(id
        ? { mayChange: mayCreateCliente, toldBy: byUsername }
        : {
            // The fields before `hora` are suggested.
            startAt: 'hora',
            start: round.count === 0 && start ? start : { fecha: round.day },
            ...(round.count === 0 && draft && { draft }),
            another: {
              label: 'Ingresar otra',
              act: ({ fecha }: RutaValues) => {
                setRefused(null)
                setRound({ count: round.count + 1, day: fecha })
              },
            },
          })}
    />
  )
}

const timed = ({ message, avisos }: { message: string; avisos?: readonly AvisoDeViaje[] }, seconds: number) =>
  withAvisos(`${message}. Tiempo de llenado: ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}.`, avisos)

/** For a number already taken the server names the next free one. */
function refusalOf({ data, message }: ApiError, title: string): Refusal {
  const refusal = { title, detail: message }
  if (typeof data !== 'object' || data === null || !('nextRutaNumber' in data)) return refusal
  const next = String(data.nextRutaNumber)
  return { ...refusal, mend: { label: `Usar ${next}`, values: { no_ruta: next } } }
}

/** An unknown client's name creates a client, so the user is asked first. */
async function mayCreateCliente({ cliente_id, cliente }: RutaValues, form: Form, isHere: () => boolean) {
  if (cliente_id !== null || !cliente) return true
  const found = await sources.clientes.find(cliente)
  if (found.some(({ text }) => plain(text) === plain(cliente))) return true
  if (!isHere()) return false
  if (await ask(`¿Crear el cliente «${cliente}»?`, undefined, 'primary')) return true
  form.tell({ cliente_id: 'Elige un cliente de la lista.' })
  return false
}

const byUsername = ({ modificado_por: who }: Ruta) =>
  who ? (when: string) => `${who} guardó esta ruta${when} mientras la editabas.` : undefined

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Time since the first input. */
function TypingTimer({ startedAt }: { startedAt: number | null }) {
  const [, tick] = useState(0)
  useEffect(() => {
    if (startedAt === null) return
    const timer = window.setInterval(() => tick((count) => count + 1), 1000)
    return () => window.clearInterval(timer)
  }, [startedAt])
  return (
    <p className="flex items-center gap-2 text-muted">
      <Timer aria-hidden="true" className="size-4.5" />
      Tiempo de llenado
      <span
        role="timer"
        aria-live="off"
        aria-label="Tiempo de llenado"
        className="min-w-10 font-semibold text-ink"
      >
        {clock(secondsSince(startedAt))}
      </span>
    </p>
  )
}
