import { formatFecha, formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import type { ReactNode } from 'react'
import { useToday } from '../../../api/useToday.ts'
import { RecordLoader } from '../../../form/RecordLoader.tsx'
import { lastListAddress } from '../../../list/lastAddress.ts'
import type { ScreenProps } from '../../../shell/paths.ts'
import { useClose } from '../../../ui/navigationGuard.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { DetailCard, detailPages, RecordLink } from '../../shared/detail/DetailCard.tsx'
import { EstadoMantenimiento } from '../../shared/detail/EstadoMantenimiento.tsx'
import { RecordTabs } from '../../shared/detail/RecordTabs.tsx'
import { mantenimientoName, mantenimientoWords } from '../../shared/mantenimientos/words.ts'

import type { MantenimientoConLineas } from './MantenimientoConLineas.ts'
import { PlanOfMantenimiento } from './PlanOfMantenimiento.tsx'
import { TrabajoPanel } from './TrabajoPanel.tsx'

export function MantenimientoDetail({ params: { id = '' } }: ScreenProps) {
  const hoy = useToday()
  const leave = useClose()
  const close = () => void leave(lastListAddress('/mantenimientos'), detailPages)
  return (
    <RecordLoader<MantenimientoConLineas>
      line="GET /api/mantenimientos/:id"
      id={id}
      title="Mantenimiento"
      words={mantenimientoWords}
      onBack={close}
    >
      {(row, reload) => (
        <>
          <PageHeading title={`Mantenimiento ${mantenimientoName(row)}`}>
            <EstadoMantenimiento mantenimiento={row} hoy={hoy} />
          </PageHeading>
          <DetailCard
            parts={partsOf(row)}
            layout="xl:grid-cols-4"
            edit={`/mantenimientos?registro=${row.id}`}
            onClose={close}
          >
            <div className="col-span-full">
              <dt className="text-sm text-muted">Descripción</dt>
              <dd className="wrap-anywhere whitespace-pre-line">{row.descripcion}</dd>
            </div>
          </DetailCard>
          <TrabajoPanel row={row} reload={reload} />
          <RecordTabs entidad="mantenimientos" id={row.id} />
        </>
      )}
    </RecordLoader>
  )
}

const notAvailable = 'N/A'

function partsOf(row: MantenimientoConLineas): [string, ReactNode][] {
  const { plan_id, camion_id, camion, tipo, fecha_programada, fecha_realizada, kilometraje, taller, costo } =
    row
  return [
    [
      'Camión',
      <RecordLink key="camion" page="/mostrar-camiones/:id" id={camion_id}>
        {camion}
      </RecordLink>,
    ],
    ...(plan_id === null
      ? []
      : [['Plan', <PlanOfMantenimiento key="plan" plan_id={plan_id} />] satisfies [string, ReactNode]]),
    ['Tipo', tipo],
    ['Fecha programada', formatFecha(fecha_programada)],
    ['Fecha realizada', fecha_realizada ? formatFecha(fecha_realizada) : notAvailable],
    ['Kilometraje', kilometraje === null ? notAvailable : `${formatInteger(kilometraje)} km`],
    ['Taller', taller ?? notAvailable],
    ['Costo', costo === null ? notAvailable : formatQuetzales(costo)],
  ]
}
