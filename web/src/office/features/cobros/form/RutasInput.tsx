import { formatFecha, formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import type { InputProps } from '../../../../form/FieldSpec.ts'
import { idIn, textIn } from '../../../../form/validate.ts'
import { type Column, stacked } from '../../../../list/table/column.tsx'
import { Table } from '../../../../list/table/Table.tsx'
import { tickShortcuts } from '../../../../list/useListShortcuts.ts'
import type { RowSelection } from '../../../../list/useRowSelection.ts'
import { LoadError } from '../../../../ui/LoadError.tsx'
import { parseAmount } from '../../../../ui/parseAmount.ts'
import { usePageShortcuts } from '../../../../ui/usePageShortcuts.ts'
import { column, oneLineColumn } from '../../../shared/columns.ts'
import { IvaWord } from '../../../shared/IvaWord.tsx'
import { LoadingLines } from '../../../shared/LoadingLines.tsx'
import { amountColumn } from '../cobroColumns.tsx'
import { type InvoiceTrip, sumOfTrips, useInvoiceTrips } from './invoiceLines.ts'

/** The trips of an invoice as a list of ticks; the amount follows them until the user types another. */
export function RutasInput({ form, name, value, error }: InputProps<readonly number[]>) {
  const { trips, ...query } = useInvoiceTrips(form)
  if (!trips)
    return query.error ? (
      <LoadError title="Error al cargar los viajes por facturar" query={query} />
    ) : (
      <LoadingLines label="Cargando viajes…" widths={['w-full', 'w-full', 'w-2/3']} />
    )
  if (idIn(form, 'cliente_id') === null)
    return <p className="py-3 text-muted">Elige el cliente para ver sus viajes por facturar.</p>
  const change = (ids: readonly number[]) => {
    const monto = textIn(form, 'monto')
    const followsTrips = monto === '' || Number(parseAmount(monto)) === sumOfTrips(trips, value)
    const sum = ids.length > 0 ? sumOfTrips(trips, ids).toFixed(2) : ''
    form.set({ [name]: ids, ...(followsTrips && { monto: sum }) })
  }
  return (
    <>
      <TripTicks trips={trips} ids={value} onChange={change} />
      {error && (
        <p role="alert" tabIndex={-1} className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </>
  )
}

const tripsSelector = '#viajes-por-facturar'

const focusIn = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus()
const focusUuid = () => focusIn('main [name=uuid]')

interface TripTicksProps {
  trips: readonly InvoiceTrip[]
  ids: readonly number[]
  onChange: (ids: readonly number[]) => void
}

function TripTicks({ trips, ids, onChange }: TripTicksProps) {
  const ticks: RowSelection<InvoiceTrip> = {
    chosen: trips.filter(({ id }) => ids.includes(id)),
    offPageCount: 0,
    has: ({ id }) => ids.includes(id),
    tick: (some, on) => {
      const changed = some.map(({ id }) => id)
      onChange([...ids.filter((id) => !changed.includes(id)), ...(on ? changed : [])])
    },
  }
  usePageShortcuts({
    ...tickShortcuts(trips, ticks, tripsSelector),
    f: () => focusIn(`${tripsSelector} [data-row]`),
    a: focusUuid,
    t: () => {
      ticks.tick(trips, true)
      focusUuid()
    },
  })
  if (trips.length === 0) return <p className="py-3 text-muted">Este cliente no tiene viajes por facturar.</p>
  return (
    <>
      <div id="viajes-por-facturar" className="overflow-hidden rounded-ui border border-line">
        <Table
          label="Viajes"
          columns={tripColumns}
          rows={trips}
          stale={false}
          expected={5}
          nameOf={({ no_ruta }) => no_ruta}
          ticks={ticks}
        />
      </div>
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <output className="text-lg font-bold">
          {tripsText(ids.length)} · {formatQuetzales(sumOfTrips(trips, ids))} <IvaWord />
        </output>
        <p className="text-sm text-muted max-md:hidden">
          Espacio marca, T marca todos, A pasa a la autorización.
        </p>
      </div>
    </>
  )
}

const tripsText = (count: number) => `${formatInteger(count)} ${count === 1 ? 'viaje' : 'viajes'}`

const tripColumns: Column<InvoiceTrip>[] = [
  stacked(
    oneLineColumn('Ruta', 'title', 8, ({ no_ruta }) => no_ruta),
    column('Fecha', 'subtitle', 6, ({ fecha }) => formatFecha(fecha)),
  ),
  stacked(
    column('Trayecto', 'line', 16, ({ origen, destino }) => origen && `${origen} → ${destino}`),
    column('Servicio', 'note', 8, ({ servicio }) => servicio),
  ),
  amountColumn('Monto', ({ monto }) => monto, 'lead'),
]
