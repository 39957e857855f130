import '@flota/contract/core/zodConfig.ts'
import { stripRutaPrefix } from '@flota/contract/core/format.ts'
import { clientKey } from '@flota/contract/records/comparison.ts'
import { fieldsNotCopied } from '@flota/contract/trips/repetir.ts'
import type { AvisoDeViaje } from '@flota/contract/trips/revision.ts'
import { type Ruta, type RutaValues, rutas } from '@flota/contract/trips/rutas.ts'
import { Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { ApiError } from '../../../../api/ApiError.ts'
import { useSession } from '../../../../api/session.ts'
import { useToday } from '../../../../api/useToday.ts'
import type { Form, Values } from '../../../../form/FieldSpec.ts'
import { RecordForm } from '../../../../form/RecordForm.tsx'
import { RecordLoader } from '../../../../form/RecordLoader.tsx'
import { recordSources } from '../../../../form/recordPicker/recordSources.ts'
import { isOptionNamed } from '../../../../form/useCombobox.ts'
import { secondsSince } from '../../../../form/useForm.ts'
import type { DescribeSaveError, SaveError } from '../../../../form/useFormSave.ts'
import { textIn, valuesOf } from '../../../../form/validate.ts'
import { lastListAddress } from '../../../../list/lastAddress.ts'
import { appendAvisos } from '../../../../trip/office/avisoTexts.ts'
import { confirmDelivery } from '../../../../trip/office/confirmDelivery.ts'
import { canSaveException, exceptionReason } from '../../../../trip/office/useTripCheck.ts'
import { rutaWords } from '../../../../trip/tripTexts.ts'
import { confirm } from '../../../../ui/ConfirmDialog.tsx'
import { useClose } from '../../../../ui/navigationGuard.ts'
import { type BoardSlot, type NamedRecord, nameOfRecord, parseBoardSlot, slotLines } from './boardSlot.ts'
import { changedFields, newFields, twelveColumns, withExceptionReason } from './fields.tsx'
import { formCheckKey, type RejectedTrip, TripCheckPanel } from './TripCheckPanel.tsx'
import { useTripSuggestions } from './useTripSuggestions.tsx'

/**
 * Shows a trip's form. A new trip may copy another one or its return trip (`?copiar=12`, `?regreso=12`), or have a place on
 * the board (`?camion_id=12&fecha=2026-11-27&hora=06:00`, `chofer_id` for a pilot).
 */
export function RutaForm({ params: { id } }: { params: { id?: string } }) {
  const close = useClose()
  const [search] = useSearchParams()
  const onClose = () => close(lastListAddress('/rutas'))
  const source = id ? null : parseCopySource(search)
  const slot = id ? null : parseBoardSlot(search)
  if (slot) return <BoardSlotForm key={slot.draft} slot={slot} onClose={onClose} />
  if (!source) return <TripForm id={id} onClose={onClose} />
  return (
    <RecordLoader<Ruta>
      key={source.draft}
      line="GET /api/rutas/:id"
      id={source.id}
      title={rutaWords.create}
      words={rutaWords}
      fields={Object.keys(newFields).length}
      onBack={() => void onClose()}
    >
      {(ruta) => <TripForm draft={source.draft} start={copyValues(ruta, source.back)} onClose={onClose} />}
    </RecordLoader>
  )
}

function parseCopySource(search: URLSearchParams) {
  const back = search.get('regreso')
  const id = back ?? search.get('copiar') ?? ''
  return /^[1-9]\d*$/.test(id)
    ? { id, back: back !== null, draft: `${back ? 'regreso' : 'copia'} ${id}` }
    : null
}

/** Copies the fields that the server copies when it repeats a trip; `back` swaps origin and destination. */
function copyValues(ruta: Ruta, back: boolean): Values {
  const row = back ? { ...ruta, origen: ruta.destino, destino: ruta.origen } : ruta
  return Object.fromEntries(
    Object.entries(valuesOf(newFields, row)).filter(([name]) => !fieldsNotCopied.includes(name)),
  )
}

function BoardSlotForm({ slot, onClose }: { slot: BoardSlot; onClose: () => Promise<void> }) {
  const { record, start, draft } = slot
  const form = { draft, onClose, initialFocus: start['hora'] ? 'cliente_id' : 'hora' } as const
  if (!record) return <TripForm {...form} start={start} />
  const { column, id } = record
  return (
    <RecordLoader<NamedRecord>
      line={slotLines[column]}
      id={id}
      title={rutaWords.create}
      words={rutaWords}
      fields={Object.keys(newFields).length}
      onBack={() => void onClose()}
    >
      {(row) => (
        <TripForm {...form} start={{ ...start, [column]: { id: Number(id), text: nameOfRecord(row) } }} />
      )}
    </RecordLoader>
  )
}

interface TripFormProps {
  id?: string | undefined
  /** Values of a copy and the key of its stored draft. */
  start?: Values
  draft?: string
  /** The first field after the prefilled ones, of a new trip. */
  initialFocus?: 'hora' | 'cliente_id'
  onClose: () => Promise<void>
}

function TripForm({ id, start, draft, initialFocus = 'hora', onClose }: TripFormProps) {
  const [round, setRound] = useState({ count: 0, day: '' })
  const [rejection, setRejection] = useState<RejectedTrip | null>(null)
  const canExcept = canSaveException(useSession())
  const hoy = useToday()
  const confirmEstado = ({ estado, fecha }: Pick<RutaValues, 'estado' | 'fecha'>, form: Form) =>
    confirmDelivery(
      estado ?? '',
      [{ fecha, estado: textIn({ valueOf: (name) => form.base[name] }, 'estado') }],
      hoy,
    )
  const fields = id ? changedFields : newFields
  const refusal: DescribeSaveError = (error, form) => {
    const { avisos } = error
    if (avisos) {
      setRejection({ avisos, of: formCheckKey(form) })
      if (canExcept) form.showErrors({ motivo_excepcion: exceptionReason.prompt })
    }
    return describeError(error, id ? 'Error al actualizar la ruta' : 'Error al crear la ruta')
  }
  return (
    <RecordForm
      key={round.count}
      calls={rutas}
      saveQuery={namesTrips}
      id={id ?? null}
      fields={rejection && canExcept ? withExceptionReason(fields) : fields}
      words={rutaWords}
      nameOf={({ no_ruta }) => stripRutaPrefix(no_ruta)}
      refusal={refusal}
      onClose={onClose}
      layout={twelveColumns}
      useHints={useTripSuggestions}
      beside={({ startedAt }) => <TypingTimer startedAt={startedAt} />}
      aside={(form) => <TripCheckPanel form={form} rejection={rejection} />}
      successMessage={messageWithTime}
      {...(id
        ? {
            confirmChange: async (body: RutaValues, form: Form, isHere: () => boolean) =>
              (await confirmNewCliente(body, form, isHere)) && confirmEstado(body, form),
            conflictTitle: conflictTitleOf,
          }
        : {
            confirmNew: confirmEstado,
            // The user starts at `hora`, because the fields before it are prefilled.
            initialFocus: round.count === 0 ? initialFocus : 'hora',
            start: round.count === 0 && start ? start : { fecha: round.day },
            ...(round.count === 0 && draft && { draft }),
            nextAction: {
              label: 'Ingresar otra',
              act: ({ fecha }: RutaValues) => {
                setRejection(null)
                setRound({ count: round.count + 1, day: fecha })
              },
            },
          })}
    />
  )
}

const namesTrips = { viaje: 'si' }

const messageWithTime = (
  { message, avisos }: { message: string; avisos?: readonly AvisoDeViaje[] },
  seconds: number,
) =>
  appendAvisos(`${message}. Tiempo de llenado: ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}.`, avisos)

/** Offers the next free number that the server sends if the number is taken. */
function describeError({ data, message }: ApiError, title: string): SaveError {
  const refusal = { title, detail: message }
  if (typeof data !== 'object' || data === null || !('nextRutaNumber' in data)) return refusal
  const next = String(data.nextRutaNumber)
  return { ...refusal, fix: { label: `Usar ${next}`, values: { no_ruta: next } } }
}

/** Asks the user before an unknown client's name creates a client. */
async function confirmNewCliente({ cliente_id, cliente }: RutaValues, form: Form, isHere: () => boolean) {
  if (cliente_id !== null || !cliente) return true
  const found = await recordSources.clientes.find(cliente)
  if (found.some((option) => isOptionNamed(option, cliente, clientKey))) return true
  if (!isHere()) return false
  if (await confirm(`¿Crear el cliente «${cliente}»?`, undefined, 'primary')) return true
  form.showErrors({ cliente_id: 'Elige un cliente de la lista.' })
  return false
}

const conflictTitleOf = ({ modificado_por: author }: Ruta) =>
  author ? (when: string) => `${author} guardó esta ruta${when} mientras la editabas.` : undefined

const formatSeconds = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

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
        {formatSeconds(secondsSince(startedAt))}
      </span>
    </p>
  )
}
