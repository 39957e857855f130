import { calls } from '@flota/contract/core/calls.ts'
import { formatFecha, formatGalones, formatInteger, formatKmGalon } from '@flota/contract/core/format.ts'
import type { Ficha } from '@flota/contract/fleet/ficha.ts'
import type { Kilometraje } from '@flota/contract/fleet/kilometraje.ts'
import { useState } from 'react'
import { useEndpoint, useSave } from '../../../api/cache/queries.ts'
import { usePermission, useSession } from '../../../api/session.ts'
import { type Action, editAction, removeAction } from '../../../list/table/rowActions.ts'
import { Table } from '../../../list/table/Table.tsx'
import { canOpen } from '../../../shell/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { DetailParts } from '../detail/DetailCard.tsx'
import { LoadingLines } from '../LoadingLines.tsx'
import { lazyDialog } from '../lazyDialog.tsx'
import { type KilometrajeRow, kilometrajeColumns } from './kilometrajeColumns.tsx'
import { goodReadingBelow } from './lecturaTexts.ts'

const LecturaForm = lazyDialog(async () => (await import('./form/LecturaForm.tsx')).LecturaForm)
const TanqueForm = lazyDialog(async () => (await import('./form/TanqueForm.tsx')).TanqueForm)

const firstRows = 20

/** Odometer readings of a truck from all sources, the newest first. */
export function KilometrajeTab({ camion_id }: { camion_id: number }) {
  const params = { id: camion_id }
  const readings = useEndpoint('GET /api/camiones/:id/kilometraje', { params })
  const ficha = useEndpoint('GET /api/camiones/:id/ficha', { params })
  const mayWrite = usePermission()(calls['POST /api/lecturas'])
  const [editedLectura, setEditedLectura] = useState<number | 'nueva' | null>(null)
  const [isTanqueOpen, setTanqueOpen] = useState(false)
  const rows = readings.data?.data
  if (!rows || !ficha.data)
    return (
      <>
        <LoadError title="Error al cargar el kilometraje" query={readings.error ? readings : ficha} />
        {!(readings.error ?? ficha.error) && (
          <LoadingLines
            label="Cargando el kilometraje…"
            widths={['w-1/2', 'w-2/3', 'w-1/3']}
            className="gap-5 py-2"
          />
        )}
      </>
    )
  return (
    <div className="grid grid-cols-1 gap-5">
      <FichaValues ficha={ficha.data.data} />
      {mayWrite && (
        <div className="flex flex-wrap gap-3 max-md:*:flex-1">
          <Button onClick={() => setEditedLectura('nueva')}>+ Lectura</Button>
          <Button onClick={() => setTanqueOpen(true)}>Cambiar tanque</Button>
        </div>
      )}
      <Readings rows={rows} onEdit={setEditedLectura} />
      {editedLectura !== null && (
        <LecturaForm
          camion_id={camion_id}
          id={editedLectura === 'nueva' ? null : editedLectura}
          onClose={() => setEditedLectura(null)}
        />
      )}
      {isTanqueOpen && (
        <TanqueForm camion_id={camion_id} ficha={ficha.data.data} onClose={() => setTanqueOpen(false)} />
      )}
    </div>
  )
}

const FichaValues = ({ ficha: { km, km_fecha, km_galon, tanque_gal } }: { ficha: Ficha }) => (
  <DetailParts
    layout="xl:grid-cols-3"
    parts={[
      [
        'Odómetro',
        km === null || km_fecha === null ? 'Sin dato' : `${formatInteger(km)} km · ${formatFecha(km_fecha)}`,
      ],
      ['Km/gal', km_galon === null ? 'Sin dato' : formatKmGalon(km_galon)],
      ['Tanque (galones)', tanque_gal === null ? 'Sin dato' : formatGalones(tanque_gal)],
    ]}
  />
)

interface ReadingsProps {
  rows: readonly Kilometraje[]
  onEdit: (id: number) => void
}

function Readings({ rows, onEdit }: ReadingsProps) {
  const session = useSession()
  const [showsAll, setShowsAll] = useState(false)
  const actions = useLecturaActions(onEdit)
  if (rows.length === 0)
    return (
      <p className="py-3 text-center text-muted">
        Todavía no tiene lecturas. Llegan con sus cargas y mantenimientos.
      </p>
    )
  const withBefore = rows.map(
    (row, index): KilometrajeRow => ({
      ...row,
      id: null,
      before: goodReadingBelow(rows, index),
    }),
  )
  return (
    <div>
      <div className="-mx-4 border-t border-line md:-mx-6">
        <Table
          label="Kilometraje"
          columns={kilometrajeColumns({
            opensCargas: session !== null && canOpen(session, '/combustible'),
            onEdit,
          })}
          rows={showsAll ? withBefore : withBefore.slice(0, firstRows)}
          keyOf={({ origen, origen_id }) => `${origen} ${origen_id}`}
          nameOf={({ km, fecha }) => `la lectura de ${formatInteger(km)} km del ${formatFecha(fecha)}`}
          actions={actions}
          stale={false}
          expected={5}
        />
      </div>
      {!showsAll && rows.length > firstRows && (
        <Button className="mt-3" onClick={() => setShowsAll(true)}>
          Ver todas ({formatInteger(rows.length)})
        </Button>
      )}
    </div>
  )
}

function useLecturaActions(onEdit: (id: number) => void): Action<KilometrajeRow>[] {
  const remove = useSave('DELETE /api/lecturas/:id')
  const when = ({ origen }: Kilometraje) => origen === 'lectura'
  return [
    {
      ...editAction,
      access: calls['PUT /api/lecturas/:id'],
      when,
      act: ({ origen_id }) => onEdit(origen_id),
    },
    {
      ...removeAction,
      access: calls['DELETE /api/lecturas/:id'],
      when,
      ask: ({ km, fecha, origen_id }) => ({
        question: `¿Deseas eliminar la lectura de ${formatInteger(km)} km?`,
        detail: formatFecha(fecha),
        act: () => remove({ params: { id: origen_id } }),
        errorMessage: (cause) => cause || 'Error al eliminar la lectura',
      }),
    },
  ]
}
