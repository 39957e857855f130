import { entero, fecha, quetzales } from '@flota/contract/format.ts'
import type { ReactNode } from 'react'
import { useToday } from '../../../api/useToday.ts'
import { RecordLoaded } from '../../../form/RecordLoader.tsx'
import { lastAddressOf } from '../../../list/lastAddress.ts'
import type { ScreenProps } from '../../../shell/paths.ts'
import { useClose } from '../../../ui/navigationGuard.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { DetailCard, otherDetails } from '../../shared/detail/DetailCard.tsx'
import { EstadoOf, type Mantenimiento } from '../../shared/detail/EstadoMantenimiento.tsx'
import { RecordLink } from '../../shared/detail/RecordLink.tsx'
import { RecordParts } from '../../shared/detail/RecordTabs.tsx'
import { mantenimientoName, mantenimientoWords } from './words.ts'

export function MantenimientoDetail({ params: { id = '' } }: ScreenProps) {
  const hoy = useToday()
  const leave = useClose()
  const close = () => void leave(lastAddressOf('/mantenimientos'), otherDetails)
  return (
    <RecordLoaded<Mantenimiento>
      line="GET /api/mantenimientos/:id"
      id={id}
      title="Mantenimiento"
      words={mantenimientoWords}
      onBack={close}
    >
      {(row) => (
        <>
          <PageHeading title={`Mantenimiento ${mantenimientoName(row)}`}>
            <EstadoOf mantenimiento={row} hoy={hoy} />
          </PageHeading>
          <DetailCard
            parts={partsOf(row)}
            layout="gap-x-6 gap-y-5 md:grid-cols-2 xl:grid-cols-4"
            edit={`/mantenimientos?registro=${row.id}`}
            onClose={close}
          >
            <div className="col-span-full">
              <dt className="text-sm text-muted">Descripción</dt>
              <dd className="wrap-anywhere whitespace-pre-line">{row.descripcion}</dd>
            </div>
          </DetailCard>
          <RecordParts entidad="mantenimientos" id={row.id} />
        </>
      )}
    </RecordLoaded>
  )
}

const nothing = 'N/A'

function partsOf(row: Mantenimiento): [string, ReactNode][] {
  const { camion_id, camion, tipo, fecha_programada, fecha_realizada, kilometraje, taller, costo } = row
  return [
    [
      'Camión',
      <RecordLink key="camion" page="/mostrar-camiones/:id" id={camion_id}>
        {camion}
      </RecordLink>,
    ],
    ['Tipo', tipo],
    ['Fecha programada', fecha(fecha_programada)],
    ['Fecha realizada', fecha_realizada ? fecha(fecha_realizada) : nothing],
    ['Kilometraje', kilometraje === null ? nothing : `${entero(kilometraje)} km`],
    ['Taller', taller ?? nothing],
    ['Costo', costo === null ? nothing : quetzales(costo)],
  ]
}
