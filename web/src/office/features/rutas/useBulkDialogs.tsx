import { tripNameLines } from '@flota/contract/core/tripNameText.ts'
import type { RutaPlaneada } from '@flota/contract/trips/plan.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { useState } from 'react'
import { useSave } from '../../../api/cache/queries.ts'
import { createIdempotencyKey } from '../../../api/createIdempotencyKey.ts'
import { useToday } from '../../../api/useToday.ts'
import type { RowSelection } from '../../../list/useRowSelection.ts'
import { blockingTrip } from '../../../trip/office/avisoTexts.ts'
import { nextWorkday } from '../../../trip/office/nextWorkday.ts'
import { rutaName, rutaNameText } from '../../../trip/office/rutaNameText.ts'
import { useBulkUndo } from '../../../trip/office/useBulkUndo.ts'
import { freedTruckText } from '../../../trip/tripTexts.ts'
import { lazyDialog } from '../../shared/lazyDialog.tsx'
import type { PlanChanges, PlanKind } from './planChanges.ts'

const PlanForm = lazyDialog(async () => (await import('./form/PlanForm.tsx')).PlanForm)
const CopyForm = lazyDialog(async () => (await import('../../shared/form/CopyForm.tsx')).CopyForm)

/** Dialogs that change or copy the selected trips, and the banner of the last change. */
export function useBulkDialogs({ chosen, tick }: Pick<RowSelection<Ruta>, 'chosen' | 'tick'>) {
  const [opened, setOpened] = useState<{ kind: PlanKind | 'copiar'; rutas: readonly Ruta[] } | null>(null)
  const { banner, showChange, showMessage } = useBulkUndo()
  const send = useSave('PATCH /api/rutas/plan')
  const hoy = useToday()
  const onChanged = (message: string, outcomes: readonly RutaPlaneada[], cambios: PlanChanges) => {
    const trips = opened?.rutas ?? []
    const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
    const done = trips.filter(({ id }) => byId.get(id)?.ok)
    const written = done.filter(({ id, version }) => byId.get(id)?.version !== version).toReversed()
    tick(done, false)
    showChange({
      message: [message, ...rejections(trips, byId), ...freedTrucks(written, cambios)].join('\n'),
      trips: written.map((ruta) => ({ ...ruta, name: rutaNameText(ruta) })),
      undo: async () => {
        const rutas = written.map((ruta) => ({
          id: ruta.id,
          version: byId.get(ruta.id)?.version ?? null,
          cambios: oldValues(ruta, cambios),
        }))
        return (await send({ body: { rutas }, idempotencyKey: createIdempotencyKey() })).data
      },
    })
  }
  const close = () => setOpened(null)
  const onCreated = (_fecha: string, message: string) => {
    tick(opened?.rutas ?? [], false)
    showMessage(message)
  }
  return {
    open: (kind: PlanKind | 'copiar') => setOpened({ kind, rutas: chosen }),
    showChange,
    dialogs: (
      <>
        {opened?.kind === 'copiar' && hoy && (
          <CopyForm
            title="Repetir"
            rutas={opened.rutas}
            dia={nextWorkday(hoy)}
            onCreated={onCreated}
            onClose={close}
          />
        )}
        {opened && opened.kind !== 'copiar' && (
          <PlanForm kind={opened.kind} rutas={opened.rutas} onChanged={onChanged} onClose={close} />
        )}
        {banner}
      </>
    ),
  }
}

type OutcomeById = ReadonlyMap<number, RutaPlaneada>

/** Returns a line for each trip that was not changed, and below it the names of the trips in it. */
const rejections = (trips: readonly Ruta[], byId: OutcomeById) =>
  trips.flatMap((ruta) => {
    const outcome = byId.get(ruta.id)
    if (!outcome || outcome.ok) return []
    const other = blockingTrip(outcome.avisos)
    return [
      `${ruta.no_ruta}: ${outcome.mensaje}`,
      ...tripNameLines([rutaName(ruta), ...(other ? [other] : [])]),
    ]
  })

/** Names the trucks that stopped trips have left. The server moves no other closed trips. */
const freedTrucks = (written: readonly Ruta[], { camion_id }: PlanChanges) => {
  const stopped = camion_id === undefined ? [] : written.filter(({ estado }) => estado === 'Incidente')
  return [...new Set(stopped.map(({ camion_placa }) => freedTruckText(camion_placa)))]
}

/** Returns the trip's own values of the changed fields. */
const oldValues = (ruta: Ruta, { fecha, hora, camion_id, chofer_id }: PlanChanges): PlanChanges => ({
  ...(fecha !== undefined && { fecha: ruta.fecha }),
  ...(hora !== undefined && { hora: ruta.hora }),
  ...(camion_id !== undefined && { camion_id: ruta.camion_id }),
  ...(chofer_id !== undefined && { chofer_id: ruta.chofer_id }),
})
