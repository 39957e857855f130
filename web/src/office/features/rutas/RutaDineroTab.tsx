import { calls } from '@flota/contract/core/calls.ts'
import { formatGalones, formatQuetzales } from '@flota/contract/core/format.ts'
import type { MargenDeRuta } from '@flota/contract/money/margen.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import type { ReactNode } from 'react'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { usePermission } from '../../../api/session.ts'
import { toListState } from '../../../list/toListState.ts'
import { cx } from '../../../ui/cx.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { RowsTab, tabPage } from '../../shared/detail/RowsTab.tsx'
import { useIvaWord } from '../../shared/IvaWord.tsx'
import { LoadingLines } from '../../shared/LoadingLines.tsx'
import { movimientoColumns } from '../../shared/movimientos/movimientoColumns.tsx'
import { NewMovimientoLinks } from '../../shared/movimientos/NewMovimientoLinks.tsx'
import { FacturaText } from './FacturaOfRuta.tsx'

type Props = { ruta: Pick<Ruta, 'id' | 'no_ruta' | 'chofer_id'> }

export function RutaDineroTab({ ruta }: Props) {
  const { id, no_ruta, chofer_id } = ruta
  const seesMargen = usePermission()(calls['GET /api/rutas/:id/dinero'])
  const query = { ruta_id: id, ...tabPage }
  const list = toListState(useEndpoint('GET /api/movimientos', { query }), tabPage)
  const { que, fecha, piloto, estado, monto } = movimientoColumns
  return (
    <div className="grid grid-cols-1 gap-5">
      <NewMovimientoLinks look="secondary" piloto={chofer_id} ruta={{ id, no_ruta }} />
      {seesMargen && <TripMargin id={id} />}
      <div>
        <RowsTab
          title="Dinero"
          list={list}
          columns={[que, fecha, piloto, estado, monto]}
          href={`/dinero?vista=movimientos&ruta_id=${id}`}
          exporting={{ call: { line: 'GET /api/movimientos/exportar', query: { ruta_id: id } } }}
          empty="Esta ruta todavía no tiene dinero registrado."
          errorTitle="Error al cargar los movimientos"
        />
      </div>
    </div>
  )
}

const porciento = new Intl.NumberFormat('es-GT', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

interface FigureProps {
  label: string
  more?: string | undefined
  isBad?: boolean
  children: ReactNode
}

const Figure = ({ label, more, isBad = false, children }: FigureProps) => (
  <div className="rounded-ui border border-line p-3">
    <dt className="text-sm text-muted">{label}</dt>
    <dd
      className={cx(
        'flex flex-wrap items-baseline gap-x-2 text-lg font-bold tabular-nums max-md:text-base',
        isBad && 'text-danger',
      )}
    >
      {children}
      {more && <span className="text-sm font-normal text-muted">{more}</span>}
    </dd>
  </div>
)

/** Gallons planned for the trip beside those of its cargas; nothing without both. */
function TripGalones({ galones_planeados: planned, galones: loaded }: Pick<MargenDeRuta, GalonesField>) {
  if (planned === null && loaded === null) return null
  // Binary fractions would leave a remainder.
  const difference = planned !== null && loaded !== null && Math.round((loaded - planned) * 1000) / 1000
  const show = (galones: number | null) => (galones === null ? 'Sin dato' : formatGalones(galones))
  return (
    <dl className="mt-3 grid grid-cols-2 gap-3 md:grid-cols-3">
      <Figure label="Galones planeados">{show(planned)}</Figure>
      <Figure label="Galones cargados">{show(loaded)}</Figure>
      {difference !== false && (
        <Figure label="Diferencia" isBad={difference > 0}>
          {difference > 0 && '+'}
          {formatGalones(difference)}
        </Figure>
      )}
    </dl>
  )
}
type GalonesField = 'galones_planeados' | 'galones'

function TripMargin({ id }: { id: number }) {
  const iva = useIvaWord()
  const answer = useEndpoint('GET /api/rutas/:id/dinero', { params: { id } })
  const row = answer.data?.data
  if (!row)
    return (
      <>
        <LoadError title="Error al cargar el margen" query={answer} />
        {!answer.error && (
          <LoadingLines label="Cargando el margen…" widths={['w-1/2']} className="gap-4 py-2" />
        )}
      </>
    )
  const { ingreso, combustible, gastos, comisiones, margen, margen_pct, anticipos, por_revisar } = row
  const { factura } = row
  const amounts: [label: string, amount: number, strong?: string][] = [
    ['Ingreso', ingreso, iva],
    ['Combustible', combustible],
    ['Gastos', gastos],
    ['Comisiones', comisiones],
    ['Margen directo', margen, margen_pct === null ? '' : `${porciento.format(margen_pct)} %`],
    ['Anticipos', anticipos],
  ]
  return (
    <div>
      <dl className={cx('grid grid-cols-2 gap-3 md:grid-cols-3', por_revisar > 0 && 'text-muted')}>
        {amounts.map(([label, amount, more]) => (
          <Figure key={label} label={label} more={more} isBad={label === 'Margen directo' && amount < 0}>
            {formatQuetzales(amount)}
          </Figure>
        ))}
      </dl>
      {por_revisar > 0 && (
        <p className="mt-2 text-sm text-muted">Hay gastos por revisar: el margen puede bajar.</p>
      )}
      <TripGalones {...row} />
      {factura !== undefined && (
        <p className="mt-2 font-semibold">
          <FacturaText factura={factura} />
        </p>
      )}
    </div>
  )
}
