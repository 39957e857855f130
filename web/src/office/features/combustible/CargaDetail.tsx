import {
  formatFecha,
  formatGalones,
  formatInteger,
  formatKmGalon,
  formatQuetzales,
} from '@flota/contract/core/format.ts'
import type { Carga } from '@flota/contract/money/cargas.ts'
import { pagaWords } from '@flota/contract/records/dinero.ts'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import { RecordLoader } from '../../../form/RecordLoader.tsx'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { useEscape } from '../../../ui/useEscape.ts'
import { DetailParts, RecordLink } from '../../shared/detail/DetailCard.tsx'
import { TripNameLine } from '../../shared/detail/TripNameLine.tsx'
import { movimientoHref } from '../../shared/movimientos/hrefs.ts'
import { EstadoMovimiento } from '../../shared/movimientos/movimientoColumns.tsx'
import { cargaWords } from './cargaWords.ts'
import { FaltasTooltip } from './FaltasTooltip.tsx'
import { useCloseCarga } from './useCloseCarga.ts'

/** Shows a carga, read-only, to users without gestionar_dinero. */
export function CargaDetail({ id }: { id: string }) {
  const close = useCloseCarga()
  return (
    <RecordLoader<Carga>
      line="GET /api/cargas/:id"
      id={id}
      query={{ viaje: 'si' }}
      title={cargaWords.singular}
      words={cargaWords}
      onBack={() => void close()}
    >
      {(row) => <CargaRecord row={row} close={() => void close()} />}
    </RecordLoader>
  )
}

function CargaRecord({ row, close }: { row: Carga; close: () => void }) {
  useEscape(close)
  return (
    <>
      <PageHeading title={`Carga de ${row.camion} · ${formatQuetzales(row.total)}`}>
        <EstadoMovimiento movimiento={row} />
        {row.faltas.length > 0 && <FaltasTooltip carga={row} />}
      </PageHeading>
      <div className="rounded-ui border border-line bg-card p-4 shadow-soft md:p-6">
        <DetailParts layout="xl:grid-cols-4" parts={partsOf(row).filter(([, value]) => Boolean(value))} />
        <div className="mt-6 flex flex-wrap justify-end gap-3 max-md:*:flex-auto">
          <Button onClick={close}>Cerrar</Button>
          <Link href={movimientoHref(row.id)} className={buttonClass()}>
            Ver el gasto
          </Link>
        </div>
      </div>
    </>
  )
}

const partsOf = (row: Carga): [string, ReactNode][] => [
  ['Fecha', formatFecha(row.fecha)],
  ['Galones', formatGalones(row.galones)],
  ['Precio por galón', formatQuetzales(row.precio_galon)],
  ['Total', formatQuetzales(row.total)],
  ['Kilometraje', row.km !== null && formatInteger(row.km)],
  ['Tanque lleno', row.lleno ? 'Sí' : 'No'],
  ['Falta una carga anterior', row.falta_anterior && 'Sí'],
  ['Km/gal', row.km_galon === null ? 'Sin dato' : formatKmGalon(row.km_galon)],
  ['Paga', pagaWords[row.paga]],
  [
    'Piloto',
    row.piloto && (
      <RecordLink key="piloto" page="/dinero/piloto/:id" id={row.chofer_id}>
        {row.piloto}
      </RecordLink>
    ),
  ],
  [
    'Ruta',
    row.no_ruta && (
      <Fragment key="ruta">
        <RecordLink page="/mostrar-ruta/:id" id={row.ruta_id}>
          {row.no_ruta}
        </RecordLink>
        <TripNameLine viaje={row.viaje} />
      </Fragment>
    ),
  ],
  ['Estación', row.estacion],
  ['Vale', row.vale],
  ['Liquidación', row.liquidacion],
  ['Descripción', row.descripcion],
  ['Motivo', row.motivo],
]
