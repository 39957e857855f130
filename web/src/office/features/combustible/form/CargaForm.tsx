import '@flota/contract/core/zodConfig.ts'
import { type Carga, cargas } from '@flota/contract/money/cargas.ts'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useToday } from '../../../../api/useToday.ts'
import type { Values } from '../../../../form/FieldSpec.ts'
import { RecordForm } from '../../../../form/RecordForm.tsx'
import { recordSources } from '../../../../form/recordPicker/recordSources.ts'
import { usePendingPhotos } from '../../../shared/detail/form/usePendingPhotos.tsx'
import { describeGastoError } from '../../../shared/movimientos/form/gastoFields.tsx'
import { cargaName, cargaWords } from '../cargaWords.ts'
import { useCloseCarga } from '../useCloseCarga.ts'
import { cargaFields, cargaLayout } from './cargaFields.ts'
import { useCargaHints } from './useCargaHints.tsx'

/** The form of a stored carga, or of a new one (`?registro=nuevo&camion_id=7`). */
export function CargaForm({ id }: { id: string | null }) {
  const onClose = useCloseCarga()
  if (id === null) return <NewFromAddress onClose={onClose} />
  return (
    <RecordForm
      calls={cargas}
      id={id}
      fields={cargaFields}
      words={cargaWords}
      nameOf={cargaName}
      initialFocus="galones"
      layout={cargaLayout}
      useHints={useCargaHints}
      refusal={(error) => describeGastoError(error, 'Error al actualizar la carga')}
      onClose={onClose}
    />
  )
}

interface Props {
  onClose: () => Promise<void>
}

/** Loads the truck's name before it shows the form. */
function NewFromAddress(props: Props) {
  const [search] = useSearchParams()
  const hoy = useToday()
  const camion = search.get('camion_id') ?? ''
  if (!hoy) return null
  const start: Values = { fecha: hoy, lleno: 'si' }
  if (/^[1-9]\d*$/.test(camion)) return <NewForTruck {...props} id={camion} start={start} />
  return <NewCargas {...props} start={start} />
}

function NewForTruck({ id, start, ...props }: Props & { id: string; start: Values }) {
  const text = recordSources.camiones.useName(id)
  if (!text) return null
  return <NewCargas {...props} start={{ ...start, camion_id: { id: Number(id), text } }} />
}

/** Offers the next carga of the same day and station: a station's invoice lists several. */
function NewCargas({ start, onClose }: Props & { start: Values }) {
  const [round, setRound] = useState({ count: 0, start })
  const next = ({ fecha, estacion, paga, forma }: Carga) => {
    const kept = { fecha, lleno: 'si', estacion: estacion ?? '', paga, forma: forma ?? '' }
    setRound({ count: round.count + 1, start: kept })
  }
  // The key gives each round its own photos.
  return <NewCarga key={round.count} start={round.start} onNext={next} onClose={onClose} />
}

function NewCarga({ start, onNext, onClose }: Props & { start: Values; onNext: (saved: Carga) => void }) {
  const fotos = usePendingPhotos()
  return (
    <RecordForm
      calls={cargas}
      id={null}
      fields={cargaFields}
      words={cargaWords}
      nameOf={cargaName}
      start={start}
      draft={`nuevo ${JSON.stringify(start)}`}
      initialFocus={'camion_id' in start ? 'galones' : 'camion_id'}
      layout={cargaLayout}
      useHints={useCargaHints}
      refusal={(error) => describeGastoError(error, 'Error al guardar la carga')}
      touched={fotos.touched}
      afterSave={({ id }) => fotos.send('movimientos', id)}
      nextAction={{ label: 'Otra carga', act: (_, saved) => onNext(saved) }}
      onClose={onClose}
    >
      <div className="col-span-full">{fotos.field}</div>
    </RecordForm>
  )
}
